import { randomUUID } from 'node:crypto'
import { type Loop, startLoop, untilWoken } from '../../../base/background/loop.ts'
import { newId } from '../../../base/kernel/clock.ts'
import type { EventType } from '../../../contract/vocabulary.ts'
import type { EventConsumer } from '../../../events/consume-events.ts'
import type { InternalEventType } from '../../deliveries/delivery-event.ts'
import type { DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { type MobileMoneyDeps, sharesOf } from './mobile-money-provider.ts'
import { newPaymentRequest, newTripRequest } from './payment-request.ts'
import {
  insertPaymentRequests,
  listPickedUpToPay,
  listTripsToPay,
  requeuePaidRequests,
} from './payment-request-store.ts'
import { type PaymentRequestDeps, processDueRequests } from './process-payment-requests.ts'

/** The events of a delivery that ends without a hand-over; a parcel that is returned has failed before. */
const endsWithoutHandOver = ['delivery.failed', 'delivery.cancelled', 'delivery.expired'] as const

const tripDue = 'payment.trip_due' satisfies InternalEventType
const doorNext = 'delivery.door_next' satisfies InternalEventType

/**
 * The event consumer of mobile money: the first request to pay when a SECURE parcel is picked up, or its door
 * is next on a tour, or to a shop that pays its trip first; another check of the paid request when the parcel
 * is not delivered (decision 74).
 */
export const enqueuePaymentRequests = ({
  clock,
  rules,
  mobileMoney: { providers },
}: Pick<DeliveryDeps, 'clock' | 'rules'> & MobileMoneyDeps): EventConsumer => ({
  name: 'mobile-money',
  types: ['delivery.picked_up', doorNext, tripDue, ...endsWithoutHandOver] satisfies (
    | EventType
    | InternalEventType
  )[],
  consume: async (trx, events) => {
    const now = clock.now()
    await requeuePaidRequests(trx, events, endsWithoutHandOver, now)
    const first = { number: 1, now, deadlineMinutes: rules.current().PAYMENT_DEADLINE_MINUTES, providers }
    const deliveries = await listPickedUpToPay(trx, events)
    // Most shops never pay first: nothing is read for them.
    const due = events.filter(({ type }) => type === tripDue)
    const trips = due.length === 0 ? [] : await listTripsToPay(trx, due)
    const requests = [
      ...deliveries.map((delivery) => newPaymentRequest(delivery, { id: newId(now), ...first })),
      ...trips.map((trip) => newTripRequest(trip, { id: newId(now), phone: trip.payout_phone, ...first })),
    ]
    if (requests.length > 0) await insertPaymentRequests(trx, requests)
  },
})

/**
 * Processes requests to pay until they are stopped, by a loop for each provider; waking one polls for due
 * ones at once.
 */
export function startPaymentRequests(deps: PaymentRequestDeps): Loop[] {
  const owner = randomUUID()
  return sharesOf(deps.mobileMoney.providers).map((share) =>
    startLoop({
      name: 'follow payment requests',
      everyMs: untilWoken,
      round: () => processDueRequests(deps, owner, share),
      onError: deps.onError,
    }),
  )
}
