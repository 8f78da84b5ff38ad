import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import type { TripRow, TripSums } from '../../../domain/deliveries/trips/trip-store.ts'
import type { CourierMoney } from '../../../domain/money/statements/courier/courier-money-store.ts'
import type { TransferRow } from '../../../domain/money/transfers/transfer-row.ts'
import { type CourierText, speak } from '../courier-words.ts'
import { earnedCell, heldCard, owedCell } from './money-page.ts'
import { weekPath } from './week-page.ts'

/** What a courier earned and is owed, and some of their past trips, the last one first. */
type TripsShown = {
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
export function tripsMain(language: SpokenLanguage, shown: TripsShown): string {
  const { today, week, owed, held, trips, isFirst, olderPath } = shown
  const t = speak(language)
  const sums = (label: string, { payFcfa, earned }: TripSums) =>
    earnedCell(label, { payFcfa, trips: earned }, language)
  const links = [
    isFirst ? '' : html`<a class="button plain" href="/courier/trips">${t('Back to the latest')}</a>`,
    olderPath ? html`<a class="button plain" href="${olderPath}">${t('Older trips')}</a>` : '',
    html`<a class="button primary" href="/courier">${t('Back to trips')}</a>`,
  ]
  return html`<h1>${t('My earnings')}</h1>
!${heldCard(held, { language, ...shown })}
<dl class="card earned">!${sums(t('Today'), today)}!${sums(t('This week'), week)}!${owedCell(owed, language)}</dl>
<a class="button plain" href="${weekPath}">${t('Weeks and payouts')}</a>
<h2>${t('Past trips')}</h2>
!${trips.length === 0 ? html`<p>${t('No trip so far.')}</p>` : html`<ul class="trips">!${trips.map((trip) => tripLine(language, trip, shown))}</ul>`}
!${links.join('')}`
}

const endings: Record<string, CourierText> = {
  DELIVERED: 'Delivered',
  RETURNED: 'Brought back to the shop',
  CANCELLED: 'Cancelled by the shop',
  FAILED: 'Could not be handed over',
  EXPIRED: 'Expired',
}

function tripLine(
  language: SpokenLanguage,
  trip: TripRow,
  about: Pick<TripsShown, 'timeZone' | 'now'>,
): string {
  const t = speak(language)
  const bonus =
    trip.bonusFcfa > 0
      ? ` (${t('{amount} of it bonus', { amount: amountText(trip.bonusFcfa, language) })})`
      : ''
  const ended = endings[trip.status]
  const pay = trip.isEarned ? amountText(trip.payFcfa, language) + bonus : t('unpaid')
  return html`<li><p><strong>${pay}</strong> <span class="reference">${trip.reference}</span></p>
<p>${trip.shopName} · ${trip.isWait ? t('Wait at the shop') : ended ? t(ended) : trip.status}</p>
<p class="hint">${momentText(trip.endedAt, about, language)}</p></li>`
}
