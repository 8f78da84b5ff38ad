import type { EventType } from '../../base/contract/vocabulary.ts'
import type { Trx } from '../../base/database/open-database.ts'
import type { EventConsumer } from '../../base/events/consume-events.ts'
import type { LoggedEvent } from '../../base/events/event-log-store.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { InternalEventType } from '../deliveries/delivery-event.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { listPaymentsOf } from '../mobile-money/payment-request-store.ts'
import { receiptPosting } from '../mobile-money/receipt-posting.ts'
import { deliveryPosting } from './delivery-posting.ts'
import { listEndedDeliveries } from './settlement-store.ts'

/** The events after which a payment may have to be booked. */
const payments = ['payment.confirmed', 'payment.received'] as const satisfies readonly (
  | EventType
  | InternalEventType
)[]

/** The events after which the end of a delivery is booked. */
const ends = [
  'delivery.delivered',
  'delivery.returned',
  'delivery.cancelled',
  'delivery.expired',
] as const satisfies readonly EventType[]

/**
 * The event consumer of the ledger: books what customers paid, and how each delivery that ended is settled between its
 * parties. It reads what the delivery has become, and each cause is booked once, so that events may come again
 * (decision 197).
 */
export const settleDeliveries = ({ clock }: { clock: Clock }): EventConsumer => ({
  name: 'ledger',
  types: [...payments, ...ends],
  restMs: 500,
  consume: (trx, events) => bookDeliveriesOf({ db: trx, clock }, events),
})

async function bookDeliveriesOf(
  deps: { db: Trx; clock: Clock },
  events: readonly LoggedEvent[],
): Promise<void> {
  const among = (types: readonly string[]) => events.filter(({ type }) => types.includes(type))
  const paid = await listPaymentsOf(deps.db, among(payments))
  const ended = await listEndedDeliveries(deps.db, among(ends))
  await postEntries(deps, [...paid.map(receiptPosting), ...ended.map(deliveryPosting)])
}
