import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { CourierRow } from '../../../domain/couriers/courier-store.ts'
import { type TripCursor, tripCursorText } from '../../../domain/deliveries/trips/trip-cursor.ts'
import type { TripRow } from '../../../domain/deliveries/trips/trip-store.ts'
import { statusKind, valueWording } from '../../../web/value-wording.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { couriersPath } from './courier-request.ts'

type TripTimes = { language: Language; now: Date; timeZone: string }

/** Trips as rows that lead to the delivery. */
export function tripRows(trips: readonly TripRow[], times: TripTimes): string {
  const { language } = times
  const t = speak(language)
  if (trips.length === 0) return html`<p class="empty">${t('No trip yet.')}</p>`
  const row = (trip: TripRow) =>
    html`<li><a href="/operations/deliveries/${trip.deliveryId}"><span><strong>${trip.reference}</strong><br><span class="soft">${momentText(trip.endedAt, times, language)} · ${trip.shopName}</span></span><span>!${payText(trip, language)} <span class="badge ${statusKind(trip.status)}">${trip.isWait ? speak(language)('Wait at the shop') : valueWording[language].delivery[trip.status]}</span></span></a></li>`
  return html`<ul class="rows">!${trips.map(row)}</ul>`
}

function payText({ isEarned, payFcfa, bonusFcfa }: TripRow, language: Language): string {
  const t = speak(language)
  if (!isEarned) return html`<span class="soft">${t('not paid')}</span>`
  return html`<strong>${amountText(payFcfa, language)}</strong>!${bonusFcfa > 0 ? html` <span class="soft">(${t('bonus {amount} included', { amount: amountText(bonusFcfa, language) })})</span>` : ''}`
}

/** A page of a courier's trips, the last one first. */
export function courierTripsPage(
  courier: CourierRow,
  { trips, next }: { trips: readonly TripRow[]; next?: TripCursor },
  times: TripTimes,
): OperationsContent {
  const t = speak(times.language)
  const path = `${couriersPath}/${courier.id}`
  const more = next && `${path}/trips?before=${tripCursorText(next)}`
  return {
    section: 'couriers',
    title: t('Last trips'),
    back: { href: path, label: `${courier.first_name} ${courier.last_name}` },
    main: html`!${tripRows(trips, times)}!${more ? html`<p class="acts"><a class="button plain" href="${more}">${t('Next')}</a></p>` : ''}`,
  }
}
