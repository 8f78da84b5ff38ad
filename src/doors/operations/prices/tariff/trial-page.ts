import { html } from 'ghtml'
import { parcelSizes } from '../../../../base/contract/vocabulary.ts'
import { amountText, distanceText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { checkField, selectField, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { PastPriceComparison } from '../../../../domain/deliveries/past-prices/compare-past-prices.ts'
import {
  differenceOf,
  type RepricedTrip,
} from '../../../../domain/deliveries/past-prices/price-differences.ts'
import type { QuoteComparison } from '../../../../domain/pricing/drafting/compare-quote.ts'
import type { PricedTrip } from '../../../../domain/pricing/price-trip.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { cityHref } from '../../cities/city-request.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import type { TrialFault } from './trial-form.ts'

type TrialScreen = {
  language: Language
  city: City
  zones: readonly Zone[]
  typed: Record<string, string>
  faults: readonly TrialFault[]
  quote: QuoteComparison | undefined
  past: PastPriceComparison | undefined
  notice: WorkspaceNotice | undefined
}

const ruleTexts: Record<'DISTANCE' | 'ZONE_PAIR' | 'ZONE_MEDIAN' | 'HALF_RADIUS', OperationsText> = {
  DISTANCE: 'Base by distance.',
  ZONE_PAIR: 'This pair of zones has its own base.',
  ZONE_MEDIAN: 'Estimate: the median to all zones of the city.',
  HALF_RADIUS: 'Estimate: half the radius of the city.',
}

/** A draft beside the tariff in force: over the last trips of the city, and for one trip that somebody thinks of. */
export function trialPage(screen: TrialScreen): OperationsContent {
  const { language, city, notice } = screen
  const t = speak(language)
  return {
    section: 'cities',
    title: t('Trial of the draft, {city}', { city: city.name }),
    back: { href: cityHref(city.id, '/tariff'), label: t('Tariff') },
    notice,
    isWide: true,
    main: html`<p>${t('What the draft changes, worked out as real quotes are.')}</p><div class="columns"><div>!${screen.quote ? quotePart(screen, screen.quote) : ''}!${trialForm(screen)}</div>!${pastPart(screen)}</div>`,
  }
}

function trialForm({ language, city, zones, typed, faults }: TrialScreen): string {
  const t = speak(language)
  const options = [
    { value: '', label: t('A position, below') },
    ...zones.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const end = (name: 'from' | 'to', label: string, error: string | undefined) =>
    html`<div class="pair">!${selectField({ name: `${name}Zone`, label: `${label}, ${t('zone')}`, value: typed[`${name}Zone`] ?? '', options })}!${textField(
      {
        name: `${name}Point`,
        label: `${label}, ${t('position')}`,
        value: typed[`${name}Point`],
        error,
        hint:
          name === 'from'
            ? t('Such as 6.3703, 2.3912, or the link of a map. It goes before the zone.')
            : undefined,
        attributes: { maxlength: 500, autocomplete: 'off' },
      },
    )}</div>`
  const fields = html`!${end('from', t('From#trial'), faults.includes('from') ? t('Choose a zone or give a position.') : undefined)}!${end('to', t('To#trial'), faults.includes('to') ? t('This position cannot be read.') : undefined)}
<div class="pair">!${selectField({
    name: 'size',
    label: t('Size'),
    value: typed.size ?? 'SMALL',
    options: parcelSizes.map((size) => ({ value: size, label: valueWording[language].size[size] })),
  })}!${textField({
    name: 'at',
    label: t('Moment'),
    value: typed.at,
    error: faults.includes('at') ? t('There is no such moment.') : undefined,
    attributes: { type: 'datetime-local' },
  })}</div><div class="pair">!${checkField({ name: 'fragile', label: t('Fragile'), isChecked: typed.fragile === 'on' })}!${checkField({ name: 'rain', label: t('It rains'), isChecked: typed.rain === 'on' })}!${checkField({ name: 'demand', label: t('High demand'), isChecked: typed.demand === 'on' })}</div>!${submitButton(t('Work it out'))}`
  return html`<form method="get" action="${cityHref(city.id, '/tariff')}/trial" class="stack card">!${fields}</form>`
}

/** The working of both prices, line by line; a line that one of them does not have costs nothing there. */
function quotePart({ language }: TrialScreen, { today, draft }: QuoteComparison): string {
  const t = speak(language)
  const names = [...new Set([...linesOf(draft), ...linesOf(today)].map(([name]) => name))]
  const amountIn = (trip: PricedTrip | null, name: string) =>
    trip ? (linesOf(trip).find(([line]) => line === name)?.[1] ?? 0) : undefined
  const row = (label: string, before: number | undefined, after: number, kind = '') =>
    html`<tr!${kind}><th scope="row">${label}</th><td class="number">${before === undefined ? '–' : before.toLocaleString(language)}</td><td class="number">${after.toLocaleString(language)}</td><td class="number">${before === undefined ? '' : bareSigned(after - before, language)}</td></tr>`
  const label = (name: string) =>
    valueWording[language].surcharge[name as keyof (typeof valueWording)['fr']['surcharge']] ?? t('Discount')
  const zones = [draft.fromZone, draft.toZone].map((zone) => zone ?? '–').join(' → ')
  return html`<section class="card" id="quote"><h2>${zones}</h2><p class="hint">${t('Distance: {distance}.', { distance: distanceText(draft.working.distanceMeters, language) })} ${t(ruleTexts[draft.working.rule])}</p>
<div class="table compare"><table><thead><tr><th scope="col">${t('In FCFA')}</th><th scope="col">${t('In force')}</th><th scope="col">${t('Draft')}</th><th scope="col">${t('Difference')}</th></tr></thead><tbody>!${names.map((name) => row(label(name), amountIn(today, name), amountIn(draft, name) ?? 0))}!${row(t('Price'), today?.priceFcfa, draft.priceFcfa)}</tbody></table></div></section>`
}

function linesOf(trip: PricedTrip | null): [name: string, amountFcfa: number][] {
  if (!trip) return []
  const discounts = trip.discountFcfa > 0 ? [['DISCOUNT', -trip.discountFcfa] as [string, number]] : []
  return [
    ...trip.working.lines.map(({ line, amountFcfa }): [string, number] => [line, amountFcfa]),
    ...discounts,
  ]
}

function pastPart({ language, past }: TrialScreen): string {
  const t = speak(language)
  if (!past || past.trips === 0)
    return html`<section class="card" id="past"><h2>${t('The last delivered trips')}</h2><p>${t('No delivered trip to compare.')}</p></section>`
  const share = (count: number) =>
    `${t('{count}', { count })} (${Math.round((100 * count) / past.trips)}\u00a0%)`
  const all = t(
    '{trips, plural, one {One trip} other {# trips}}, each with its parcel, distance, hour and weather; zones and discounts are today’s.',
    { trips: past.trips },
  )
  const lead =
    past.leftOut === 0 ? all : `${all} ${t('{count} more are no longer served.', { count: past.leftOut })}`
  const change = past.draftFcfa - past.todayFcfa
  const line = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`
  const extreme = (trip: RepricedTrip | null) =>
    trip
      ? `${signed(differenceOf(trip), language)} ${t('({reference})', { reference: trip.reference })}`
      : '–'
  return html`<section class="card" id="past"><h2>${t('The last delivered trips')}</h2><p>${lead}</p>
<dl>!${line(t('Dearer'), share(past.dearer))}!${line(t('Cheaper'), share(past.cheaper))}!${line(t('Same price'), share(past.same))}!${line(t('In all'), `${amountText(past.todayFcfa, language)} → ${amountText(past.draftFcfa, language)} (${signed(change, language)})`)}!${line(t('Median difference'), signed(past.medianFcfa, language))}!${line(t('The largest rise'), extreme(past.mostDearer))}!${line(t('The largest fall'), extreme(past.mostCheaper))}</dl>
<h3>${t('Differences')}</h3>!${histogram(past, language)}</section>`
}

function histogram({ histogram: bars }: PastPriceComparison, language: Language): string {
  const t = speak(language)
  const highest = Math.max(...bars.map(({ count }) => count))
  return html`<p class="hint">${t('In FCFA, the second bound not included.')}</p><div class="table compare"><table class="bars"><tbody>!${bars.map(
    ({ fromFcfa, toFcfa, count }) =>
      html`<tr><th scope="row">${t('{from} to {to}#trial', { from: bareSigned(fromFcfa, language), to: bareSigned(toFcfa, language) })}</th><td><progress max="${highest}" value="${count}" aria-hidden="true"></progress></td><td class="number">${t('{count}', { count })}</td></tr>`,
  )}</tbody></table></div>`
}

/** An amount with its sign: `+150 FCFA`. */
const signed = (fcfa: number, language: Language): string =>
  `${signOf(fcfa)}${amountText(Math.abs(fcfa), language)}`

/** The same without the unit. */
const bareSigned = (fcfa: number, language: Language): string =>
  `${signOf(fcfa)}${Math.abs(fcfa).toLocaleString(language)}`

const signOf = (fcfa: number): string => (fcfa > 0 ? '+' : fcfa < 0 ? '−' : '')
