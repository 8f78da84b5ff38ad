import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { CourierRow } from '../../../domain/couriers/courier-store.ts'
import { type TripCursor, tripCursorText } from '../../../domain/deliveries/trips/trip-cursor.ts'
import type { TripRow } from '../../../domain/deliveries/trips/trip-store.ts'
import { statusKind, valueWording } from '../../workspace/value-wording.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { couriersPath } from './courier-request.ts'
import { couriersWording } from './couriers-wording.ts'

export type TripTimes = { language: Language; now: Date; timeZone: string }

/** Trips as rows that lead to the delivery. */
export function tripRows(trips: readonly TripRow[], times: TripTimes): string {
  const { language } = times
  const words = couriersWording[language].one
  if (trips.length === 0) return html`<p class="empty">${words.noTrips}</p>`
  const row = (trip: TripRow) =>
    html`<li><a href="/operations/deliveries/${trip.deliveryId}"><span><strong>${trip.reference}</strong><br><span class="soft">${momentText(trip.endedAt, times, language)} · ${trip.shopName}</span></span><span>!${payText(trip, language)} <span class="badge ${statusKind(trip.status)}">${trip.isWait ? couriersWording[language].waited : valueWording[language].delivery[trip.status]}</span></span></a></li>`
  return html`<ul class="rows">!${trips.map(row)}</ul>`
}

function payText({ isEarned, payFcfa, bonusFcfa }: TripRow, language: Language): string {
  const words = couriersWording[language].one
  if (!isEarned) return html`<span class="soft">${words.unearned}</span>`
  return html`<strong>${amountText(payFcfa, language)}</strong>!${bonusFcfa > 0 ? html` <span class="soft">(${words.bonus(amountText(bonusFcfa, language))})</span>` : ''}`
}

/** A page of a courier's trips, the last one first. */
export function courierTripsPage(
  courier: CourierRow,
  { trips, next }: { trips: readonly TripRow[]; next?: TripCursor },
  times: TripTimes,
): OperationsContent {
  const words = couriersWording[times.language]
  const path = `${couriersPath}/${courier.id}`
  const more = next && `${path}/trips?before=${tripCursorText(next)}`
  return {
    section: 'couriers',
    title: words.one.lastTrips,
    back: { href: path, label: `${courier.first_name} ${courier.last_name}` },
    main: html`!${tripRows(trips, times)}!${more ? html`<p class="acts"><a class="button plain" href="${more}">${words.list.next}</a></p>` : ''}`,
  }
}
