import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { courierName } from '../../../domain/couriers/courier-name.ts'
import { listTrips } from '../../../domain/deliveries/trips/list-trips.ts'
import { tripCursorIn, tripCursorText } from '../../../domain/deliveries/trips/trip-cursor.ts'
import type { TripRow } from '../../../domain/deliveries/trips/trip-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import { statusMark } from '../../../web/status-mark.ts'
import { valueWording } from '../../../web/value-wording.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { courierOf, couriersPath } from './courier-request.ts'

type Times = { language: Language; now: Date; timeZone: string }
type OneCourier = { Params: { courierId: string }; Querystring: { before?: unknown } }
const pageSize = 50

/** `/operations/couriers/ID/trips`: the trips of a courier, the last one first. */
export async function courierTripsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'DISPATCH' } as const
  app.get<OneCourier>(`${couriersPath}/:courierId/trips`, { config }, async (request, reply) => {
    const courier = await courierOf(deps, request)
    const before = tripCursorIn(request.query.before)
    const { trips, next } = await listTrips(deps.db, { courierId: courier.id, before, limit: pageSize })
    const times = { language: languageOf(request), now: deps.clock.now(), timeZone: deps.timeZone }
    const t = speak(times.language)
    const path = `${couriersPath}/${courier.id}`
    const more = next && `${path}/trips?before=${tripCursorText(next)}`
    return deps.sendPage(request, reply, 200, {
      section: 'couriers',
      title: t('Last trips'),
      back: { href: path, label: courierName(courier) },
      main: html`!${tripRows(trips, times)}
!${more ? html`<p class="acts"><a class="button plain" href="${more}">${t('Next')}</a></p>` : ''}`,
    })
  })
}

/** Trips as rows that lead to the delivery. */
export function tripRows(trips: readonly TripRow[], times: Times): string {
  const { language } = times
  const t = speak(language)
  const rows = trips.map((trip) => {
    const ended = trip.isWait ? t('Wait at the shop') : valueWording[language].delivery[trip.status]
    const mark = statusMark(trip.status, ended)
    return html`<li><a href="/operations/deliveries/${trip.deliveryId}">
<span><strong>${trip.reference}</strong><br>
<span class="soft">${momentText(trip.endedAt, times, language)} · ${trip.shopName}</span></span>
<span>!${payText(trip, language)} !${mark}</span></a></li>`
  })
  return rowsOr(rows, t('No trip yet.'))
}

function payText({ isEarned, payFcfa, bonusFcfa }: TripRow, language: Language): string {
  const t = speak(language)
  if (!isEarned) return html`<span class="soft">${t('not paid')}</span>`
  const pay = html`<strong>${amountText(payFcfa, language)}</strong>`
  if (bonusFcfa === 0) return pay
  const bonus = t('bonus {amount} included', { amount: amountText(bonusFcfa, language) })
  return html`!${pay} <span class="soft">(${bonus})</span>`
}
