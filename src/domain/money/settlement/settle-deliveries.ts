import type { Trx } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { EventType } from '../../../contract/vocabulary.ts'
import type { EventConsumer } from '../../../events/consume-events.ts'
import type { RulesDeps } from '../../../rules.ts'
import type { InternalEventType } from '../../deliveries/delivery-event.ts'
import { listEarnedWaits } from '../../deliveries/pickup-problems/pickup-problem-store.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { listPaymentsOf } from '../mobile-money/payment-request-store.ts'
import { receiptPosting } from '../mobile-money/receipt-posting.ts'
import { deliveryPosting } from './delivery-posting.ts'
import { listEndedDeliveries } from './settlement-store.ts'
import { waitingPosting } from './waiting-posting.ts'

export type SettlementDeps = RulesDeps & { clock: Clock }

/** The events after which something is booked. */
const bookedEvents = [
  'payment.confirmed',
  'payment.received',
  'payment.trip_paid',
  'delivery.delivered',
  'delivery.returned',
  'delivery.cancelled',
  'delivery.expired',
  'delivery.waited',
  'delivery.set_out_again',
] as const satisfies readonly (EventType | InternalEventType)[]

/**
 * The event consumer of the ledger: books what customers paid, and how each delivery that ended is settled
 * between its parties. It reads what the delivery has become, and each cause is booked once, so that events
 * may come again (decision 197). The end of a delivery also books its payment, which may have come before the
 * books began.
 */
export const settleDeliveries = ({ clock, rules }: SettlementDeps): EventConsumer => ({
  name: 'ledger',
  types: bookedEvents,
  restMs: 1_000,
  consume: (trx, events) => bookDeliveriesOf({ db: trx, clock, rules }, events),
})

async function bookDeliveriesOf(
  deps: SettlementDeps & { db: Trx },
  events: readonly { shopId: string; id: string; type: string }[],
): Promise<void> {
  const payments = await listPaymentsOf(deps.db, events)
  const ends = await listEndedDeliveries(deps.db, events)
  // Most deliveries are never waited for: nothing is read for them.
  const waited = events.filter(({ type }) => type === ('delivery.waited' satisfies InternalEventType))
  const waits = waited.length === 0 ? [] : await listEarnedWaits(deps.db, waited)
  // The tax that prices include from now on.
  const vatRate = deps.rules.current().VAT_RATE || null
  await postEntries(deps, [
    ...payments.map(receiptPosting),
    ...waits.map((wait) => waitingPosting(wait, vatRate)),
    ...ends.map((delivery) => deliveryPosting(delivery, vatRate)),
  ])
}
