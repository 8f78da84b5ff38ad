import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { TripRow, TripSums } from '../../../domain/deliveries/trips/trip-store.ts'
import type { CourierMoney } from '../../../domain/statements/courier/courier-money-store.ts'
import type { TransferRow } from '../../../domain/transfers/transfer-row.ts'
import { earnedCell, heldCard, owedCell } from './money-page.ts'
import { ownWording } from './own-wording.ts'
import { weekPath } from './week-page.ts'

/** What a courier earned and is owed, and some of their past trips, the last one first. */
export type TripsShown = {
  today: TripSums
  week: TripSums
  owed: CourierMoney['owed']
  /** The payout that their number refused, and that waits for them. */
  held: TransferRow | undefined
  trips: TripRow[]
  timeZone: string
  now: Date
  /** Whether these are the last trips. */
  isFirst: boolean
  /** The address of the trips before these; absent when there are none. */
  olderPath?: string | undefined
}

/** The page of earnings and past trips. */
export function tripsMain(language: Language, shown: TripsShown): string {
  const { today, week, owed, held, trips, isFirst, olderPath } = shown
  const { trips: words } = ownWording[language]
  const sums = (label: string, { payFcfa, earned }: TripSums) =>
    earnedCell(label, { payFcfa, trips: earned }, language)
  const links = [
    isFirst ? '' : html`<a class="button plain" href="/courier/trips">${words.newest}</a>`,
    olderPath ? html`<a class="button plain" href="${olderPath}">${words.more}</a>` : '',
    html`<a class="button primary" href="/courier">${words.back}</a>`,
  ]
  return html`<h1>${words.heading}</h1>
!${heldCard(held, { language, ...shown })}
<dl class="card earned">!${sums(words.today, today)}!${sums(words.week, week)}!${owedCell(owed, language)}</dl>
<a class="button plain" href="${weekPath}">${words.weeks}</a>
<h2>${words.list}</h2>
!${trips.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="trips">!${trips.map((trip) => tripLine(language, trip, shown))}</ul>`}
!${links.join('')}`
}

function tripLine(language: Language, trip: TripRow, about: Pick<TripsShown, 'timeZone' | 'now'>): string {
  const { trips: words, statuses } = ownWording[language]
  const bonus = trip.bonusFcfa > 0 ? ` (${words.bonus(amountText(trip.bonusFcfa, language))})` : ''
  const pay = trip.isEarned ? amountText(trip.payFcfa, language) + bonus : words.unpaid
  return html`<li><p><strong>${pay}</strong> <span class="reference">${trip.reference}</span></p>
<p>${trip.shopName} · ${trip.isWait ? words.waited : (statuses[trip.status] ?? trip.status)}</p>
<p class="hint">${momentText(trip.endedAt, about, language)}</p></li>`
}
