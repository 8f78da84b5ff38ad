import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Tariff } from '../../../domain/pricing/tariff.ts'
import { findTariff } from '../../../domain/pricing/tariff-store.ts'
import { type Demand, demandByCity, demandNow } from '../../../domain/zones/city-demand.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { type DemandWish, switchDemand } from '../../../domain/zones/switch-demand.ts'
import { languageOf } from '../../../http/response-language.ts'
import { chosenOf, fieldsOf } from '../../../pages/form-fields.ts'
import { hiddenField, postForm, selectField, submitButton } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from '../cities/city-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'

const demandNames = { RAIN: 'Rain', HIGH_DEMAND: 'High demand' } as const
const demands = ['RAIN', 'HIGH_DEMAND'] as const

/** For how long it can be switched on, and by how much extended, in minutes. */
const demandSpans = [15, 30, 60, 120, 180, 360, 720, 1440]

const done = { START: 'started', EXTEND: 'extended', END: 'ended' } as const

/** `/operations/cities/ID/demand`: what makes the trips of a city dearer, each switched on for a time. */
export async function rainAndDemandPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock } = deps
  const config = { operates: 'MANAGE' } as const
  const path = `${cityPath}/demand`

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const t = speak(languageOf(request))
    const notice = doneNotice(request, {
      started: t('It is on. New prices include it.'),
      extended: t('It is extended.'),
      ended: t('It is ended.'),
    })
    return show(request, reply, 200, notice)
  })

  app.post<OneCity>(path, { config, bodyLimit: 8 * 1024 }, async (request, reply) => {
    const city = await readCity(deps, request)
    return attempt(
      request,
      async () => {
        const fields = fieldsOf(request.body)
        const wish = wishOf(fields)
        const demand = demands.find((each) => each === fields.demand)
        if (!demand) throw new ApiError('DEMAND_CHANGED')
        await switchDemand(acting(deps, request), { cityId: city.id, demand }, wish)
        return redirectAfter(reply, cityHref(city.id, '/demand'), done[wish.act])
      },
      ({ status, notice }) => show(request, reply, status, notice),
    )
  })

  async function show(
    request: FastifyRequest<OneCity>,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
  ) {
    const now = clock.now()
    const city = await readCity(deps, request)
    const tariff = await findTariff(db, city.id, now)
    const language = languageOf(request)
    const t = speak(language)
    const lead = t('The surcharge of the tariff applies to trips that begin at once, and ends by itself.')
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Rain and high demand, {city}', { city: city.name }),
      back: { href: cityHref(city.id), label: city.name },
      notice,
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>
!${demands.map((demand) => demandCard(demand, { language, city, now, tariff }))}`,
    })
  }
}

/** What a form asks for. Throws DEMAND_END_REFUSED for a time that the page does not offer. */
function wishOf(fields: Record<string, string>): DemandWish {
  const act = chosenOf('act', fields.act, ['START', 'EXTEND', 'END']) ?? 'START'
  if (act === 'END') return { act }
  const minutes = demandSpans.find((span) => String(span) === fields.minutes)
  if (minutes === undefined) throw new ApiError('DEMAND_END_REFUSED')
  const shownMs = Date.parse(fields.shown ?? '')
  const shown = Number.isNaN(shownMs) ? null : new Date(shownMs)
  return act === 'EXTEND' ? { act, minutes, shown } : { act, minutes }
}

type Shown = { language: Language; city: City; now: Date; tariff: Tariff | undefined }

function demandCard(demand: Demand, { language, city, now, tariff }: Shown): string {
  const t = speak(language)
  const on = demandNow(city, now).find((each) => each.demand === demand)
  const form = (act: DemandWish['act'], fields: string) => {
    const shown = hiddenField('shown', on?.until?.toISOString() ?? '')
    const hidden = html`!${hiddenField('demand', demand)}!${hiddenField('act', act)}!${shown}`
    return postForm(cityHref(city.id, '/demand'), html`!${hidden}!${fields}`, 'row')
  }
  const spans = (name: string, label: string) =>
    selectField({
      name: 'minutes',
      id: `${name}-${demand}`,
      label,
      value: '60',
      options: demandSpans.map((minutes) => ({
        value: String(minutes),
        label: minutes < 60 ? t('{minutes} minutes', { minutes }) : t('{hours} h', { hours: minutes / 60 }),
      })),
    })
  const start = () => html`!${spans('start', t('For how long'))}!${submitButton(t('Begin'))}`
  const extend = () => html`!${spans('extend', t('By how much'))}!${submitButton(t('Extend'), 'plain')}`
  const forms = on
    ? html`!${on.until ? form('EXTEND', extend()) : ''}!${form('END', submitButton(t('End now'), 'danger'))}`
    : form('START', start())
  const isFree = tariff && !tariff.surcharges[demand]
  const free = t('The tariff in force has no surcharge for this, so prices do not change.')
  return html`<section class="card"><h2>${t(demandNames[demand])}</h2>
<p!${on ? ' class="notice warning"' : ''}>${stateText(on, city, now, language)}</p>
!${isFree ? html`<p class="hint">${free}</p>` : ''}!${forms}</section>`
}

function stateText(
  on: { until: Date | null } | undefined,
  city: City,
  now: Date,
  language: Language,
): string {
  const t = speak(language)
  if (!on) return t('Not on.')
  if (!on.until) return t('On, without an end: it has to be ended.')
  return t('On, until {moment}.', {
    moment: momentText(on.until, { timeZone: city.timeZone, now }, language),
  })
}

/** What is on in any city, for the board, each with where it is ended. */
export function demandLines(
  cities: readonly City[],
  { now, language }: { now: Date; language: Language },
): { text: string; href: string }[] {
  const t = speak(language)
  return demandByCity(cities, now).map(({ city, demand, until }) => {
    const on = { demand: t(demandNames[demand]), city: city.name }
    const text = until
      ? t('{demand} in {city} until {until}', {
          ...on,
          until: momentText(until, { timeZone: city.timeZone, now }, language),
        })
      : t('{demand} in {city}, without an end', on)
    return { text, href: cityHref(city.id, '/demand') }
  })
}
