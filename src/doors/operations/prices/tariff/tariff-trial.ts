import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { localMoment } from '../../../../base/kernel/local-time.ts'
import type { Point } from '../../../../base/kernel/point.ts'
import { positionInText } from '../../../../base/kernel/position-text.ts'
import { parcelSizes } from '../../../../contract/vocabulary.ts'
import { comparePastPrices } from '../../../../domain/deliveries/past-prices/compare-past-prices.ts'
import {
  compareQuote,
  type QuoteComparison,
  type TrialTrip,
} from '../../../../domain/pricing/drafting/compare-quote.ts'
import { findTariffDraft } from '../../../../domain/pricing/drafting/tariff-draft-store.ts'
import { findTariff } from '../../../../domain/pricing/tariff-store.ts'
import { type City, pointInZone, type ServiceMap, type Zone } from '../../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { checkField, selectField, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { cityHref, cityPath, type OneCity, readCity } from '../../cities/city-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { pastPart, quotePart } from './trial-results.ts'

type Typed = Readonly<Record<string, string>>
type TrialFaults = { from?: string; to?: string; at?: string }

/** `/operations/cities/ID/tariff/trial`: the draft beside the tariff in force; it changes nothing. */
export async function tariffTrialPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing } = deps
  const config = { operates: 'MANAGE', cost: workCost.form } as const

  app.get<OneCity>(`${cityPath}/tariff/trial`, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const now = clock.now()
    const [current, kept] = await Promise.all([findTariff(db, city.id, now), findTariffDraft(db, city.id)])
    if (!kept) return redirectAfter(reply, cityHref(city.id, '/tariff'))
    const tariffs = { today: current, draft: { ...kept.terms, version: (current?.version ?? 0) + 1 } }
    const past = current && (await comparePastPrices(deps, city.id, { ...tariffs, today: current }))
    const typed = fieldsOf(request.query)
    const language = languageOf(request)
    const t = speak(language)
    const map = pricing.map.current()
    const isAsked = 'fromZone' in typed || 'fromPoint' in typed
    const { trip, faults = {} } = isAsked ? readTrial(typed, { map, city, now, language }) : {}

    const show = (status: number, quote?: QuoteComparison, notice?: WorkspaceNotice) =>
      deps.sendPage(request, reply, status, {
        section: 'cities',
        title: t('Trial of the draft, {city}', { city: city.name }),
        back: { href: cityHref(city.id, '/tariff'), label: t('Tariff') },
        notice,
        isWide: true,
        main: html`<p>${t('What the draft changes, worked out as real quotes are.')}</p>
<div class="columns"><div>!${quote ? quotePart(quote, language) : ''}
!${trialForm(city, zonesByName(map.zonesOf(city.id)), typed, faults, language)}</div>
!${pastPart(past, language)}</div>`,
      })
    if (!trip) return show(isAsked ? 422 : 200)
    return attempt(
      request,
      async () => show(200, await compareQuote(pricing, city.id, tariffs, trip)),
      ({ status, notice }) => show(status, undefined, notice),
    )
  })
}

function trialForm(
  { id }: City,
  zones: readonly Zone[],
  typed: Typed,
  faults: TrialFaults,
  language: Language,
): string {
  const t = speak(language)
  const options = [
    { value: '', label: t('A position, below') },
    ...zones.map((zone) => ({ value: zone.id, label: zone.name })),
  ]
  const end = (name: 'from' | 'to', label: string, hint?: string) => {
    const [zone, point] = [`${name}Zone`, `${name}Point`]
    return html`<div class="pair">
!${selectField({ name: zone, label: `${label}, ${t('zone')}`, value: typed[zone] ?? '', options })}
!${textField({
      name: point,
      label: `${label}, ${t('position')}`,
      value: typed[point],
      error: faults[name],
      hint,
      attributes: { maxlength: 500, autocomplete: 'off' },
    })}</div>`
  }
  const check = (name: string, label: string) => checkField({ name, label, isChecked: typed[name] === 'on' })
  const size = selectField({
    name: 'size',
    label: t('Size'),
    value: typed.size ?? 'SMALL',
    options: parcelSizes.map((value) => ({ value, label: valueWording[language].size[value] })),
  })
  const at = textField({
    name: 'at',
    label: t('Moment'),
    value: typed.at,
    error: faults.at,
    attributes: { type: 'datetime-local' },
  })
  const hint = t('Such as 6.3703, 2.3912, or the link of a map. It goes before the zone.')
  return html`<form method="get" action="${cityHref(id, '/tariff/trial')}" class="stack card">
!${end('from', t('From#trial'), hint)}
!${end('to', t('To#trial'))}
<div class="pair">!${size}!${at}</div>
<div class="pair">
!${check('fragile', t('Fragile'))}!${check('rain', t('It rains'))}!${check('demand', t('High demand'))}</div>
!${submitButton(t('Work it out'))}</form>`
}

/** The trip that was asked for, or what is wrong with which field; without a moment it is now. */
function readTrial(
  typed: Typed,
  { map, city, now, language }: { map: ServiceMap; city: City; now: Date; language: Language },
): { trip: TrialTrip; faults?: undefined } | { trip?: undefined; faults: TrialFaults } {
  const t = speak(language)
  const place = (position = '', zoneId = ''): Point | undefined => {
    if (position.trim() !== '') return positionInText(position)?.point
    const zone = map.zonesOf(city.id).find(({ id }) => id === zoneId)
    return zone && pointInZone(map, zone)
  }
  const pickup = place(typed.fromPoint, typed.fromZone)
  const hasDropoff = Boolean(typed.toPoint?.trim()) || Boolean(typed.toZone)
  const dropoff = place(typed.toPoint, typed.toZone)
  const at = typed.at ? localMoment(typed.at, city.timeZone) : now
  if (!pickup || !at || (hasDropoff && !dropoff)) {
    const faults = {
      ...(!pickup && { from: t('Choose a zone or give a position.') }),
      ...(hasDropoff && !dropoff && { to: t('This position cannot be read.') }),
      ...(!at && { at: t('There is no such moment.') }),
    }
    return { faults }
  }
  const trip = {
    pickup,
    dropoff,
    parcelSize: parcelSizes.find((size) => size === typed.size) ?? 'SMALL',
    fragile: typed.fragile === 'on',
    at,
    switchedOn: { raining: typed.rain === 'on', highDemand: typed.demand === 'on' },
    shopDiscountPercent: 0,
  }
  return { trip }
}
