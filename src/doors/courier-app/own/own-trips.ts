import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { localDay, localDayText } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { weekOf } from '../../../domain/couriers/statements/courier-statement.ts'
import { listTrips } from '../../../domain/deliveries/trips/list-trips.ts'
import { readEarnings } from '../../../domain/deliveries/trips/read-earnings.ts'
import { tripCursorIn, tripCursorText } from '../../../domain/deliveries/trips/trip-cursor.ts'
import type { TripRow, TripSums } from '../../../domain/deliveries/trips/trip-store.ts'
import {
  type CourierMoney,
  readOwedToCourier,
} from '../../../domain/money/statements/courier/courier-money-store.ts'
import { findHeldCourierPayout } from '../../../domain/money/transfers/find-held-courier-payout.ts'
import { retryTransfer } from '../../../domain/money/transfers/retry-transfer.ts'
import type { TransferRow } from '../../../domain/money/transfers/transfer-row.ts'
import { spokenLanguageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { type CourierText, speak } from '../courier-words.ts'
import { courierOf } from '../signed-in-courier.ts'
import { actingAs, type OwnDeps, sendOwn } from './own-frame.ts'
import { goalBar, goalPath, type OwnGoal } from './own-goal-page.ts'
import { earnedCell, heldCard, owedCell, retryPath } from './own-money-page.ts'
import { weekPath } from './own-week.ts'
import { readOwnGoal } from './read-own-goal.ts'

/** How many past trips a page shows. */
const tripsPerPage = 20
const tripsPath = '/courier/trips'

/** `/courier/trips`: what a courier earned and is owed, and their past trips, a page at a time. */
export async function ownTrips(app: FastifyInstance, deps: OwnDeps): Promise<void> {
  const { db, clock, timeZone } = deps

  app.get<{ Querystring: { before?: unknown; retried?: unknown } }>(tripsPath, async (request, reply) => {
    const { id: courierId } = courierOf(request)
    const before = tripCursorIn(request.query.before)
    const now = clock.now()
    const { from, until } = weekOf(localDayText(now, timeZone), timeZone)
    const [today, week, owed, held, goal, { trips, next }] = await Promise.all([
      readEarnings(db, { courierId, ...dayOf(now, timeZone) }),
      readEarnings(db, { courierId, from, to: until }),
      readOwedToCourier(db, courierId),
      findHeldCourierPayout(db, courierOf(request), now),
      readOwnGoal(deps, courierId, now),
      listTrips(db, { courierId, before, limit: tripsPerPage }),
    ])
    const olderPath = next && `${tripsPath}?before=${tripCursorText(next)}`
    const language = spokenLanguageOf(request)
    const sums = { today, week, owed, held, goal }
    const shown = { ...sums, trips, timeZone, now, isFirst: before === undefined, olderPath }
    const notice =
      request.query.retried === undefined
        ? undefined
        : { kind: 'done' as const, text: speak(language)('We are trying again: look here in a few minutes.') }
    return sendOwn(deps, request, reply, { main: tripsMain(language, shown), path: tripsPath, notice })
  })

  app.post(retryPath, async (request, reply) => {
    const { transfer = '' } = fieldsOf(request.body)
    const { id: courierId } = courierOf(request)
    try {
      if (!isUuid(transfer)) throw new ApiError('TRANSFER_NOT_HELD')
      await retryTransfer(actingAs(deps, request), { id: transfer, shopId: null, courierId })
      return reply.redirect(`${tripsPath}?retried`, 303)
    } catch (error) {
      // The page shows how things are by now.
      if (error instanceof ApiError && error.code === 'TRANSFER_NOT_HELD')
        return reply.redirect(tripsPath, 303)
      throw error
    }
  })
}

function dayOf(now: Date, timeZone: string) {
  const { from, until } = localDay(now, timeZone)
  return { from, to: until }
}

/** What a courier earned and is owed, and some of their past trips, the last one first. */
type TripsShown = {
  today: TripSums
  week: TripSums
  owed: CourierMoney['owed']
  /** The payout that their number refused, and that waits for them. */
  held: TransferRow | undefined
  goal: OwnGoal | undefined
  trips: TripRow[]
  timeZone: string
  now: Date
  /** Whether these are the last trips. */
  isFirst: boolean
  /** The address of the trips before these; absent when there are none. */
  olderPath?: string | undefined
}

/** The page of earnings and past trips. */
function tripsMain(language: SpokenLanguage, shown: TripsShown): string {
  const { today, week, owed, held, goal, trips, isFirst, olderPath } = shown
  const t = speak(language)
  const sums = (label: string, { payFcfa, earned }: TripSums) =>
    earnedCell(label, { payFcfa, trips: earned }, language)
  const links = [
    isFirst ? '' : html`<a class="button plain" href="${tripsPath}">${t('Back to the latest')}</a>`,
    olderPath ? html`<a class="button plain" href="${olderPath}">${t('Older trips')}</a>` : '',
    html`<a class="button primary" href="/courier">${t('Back to trips')}</a>`,
  ]
  const cells = [sums(t('Today'), today), sums(t('This week'), week), owedCell(owed, language)]
  const past = trips.map((trip) => tripLine(language, trip, shown))
  return html`<h1>${t('My earnings')}</h1>
!${heldCard(held, { language, ...shown })}
<dl class="card earned">!${cells}</dl>
!${goalBar(language, goal)}
<a class="button plain" href="${goalPath}">${goal ? t('Change my goal') : t('Set a goal')}</a>
<a class="button plain" href="${weekPath}">${t('Weeks and payouts')}</a>
<h2>${t('Past trips')}</h2>
!${past.length === 0 ? html`<p>${t('No trip so far.')}</p>` : html`<ul class="trips">!${past}</ul>`}
!${links}`
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
