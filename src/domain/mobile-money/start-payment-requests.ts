import { randomUUID } from 'node:crypto'
import { type Loop, startLoop } from '../../base/background/loop.ts'
import type { EventType } from '../../base/contract/vocabulary.ts'
import type { EventConsumer } from '../../base/events/consume-events.ts'
import { newId } from '../../base/kernel/clock.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { type MobileMoneyDeps, sharesOf } from './mobile-money-provider.ts'
import { newPaymentRequest } from './payment-request.ts'
import { insertPaymentRequests, listPickedUpToPay, requeuePaidRequests } from './payment-request-store.ts'
import { type PaymentRequestDeps, processDueRequests } from './process-payment-requests.ts'

/** The events of a delivery that ends without a hand-over; a parcel that is returned has failed before. */
const endsWithoutHandOver = ['delivery.failed', 'delivery.cancelled', 'delivery.expired'] as const

/**
 * The event consumer of mobile money: the first request to pay when a SECURE parcel is picked up; another
 * check of the paid request when the parcel is not delivered (decision 74).
 */
export const enqueuePaymentRequests = ({
  clock,
  mobileMoney: { deadlineMinutes, providers },
}: Pick<DeliveryDeps, 'clock'> & MobileMoneyDeps): EventConsumer => ({
  name: 'mobile-money',
  types: ['delivery.picked_up', ...endsWithoutHandOver] satisfies EventType[],
  consume: async (trx, events) => {
    const now = clock.now()
    await requeuePaidRequests(trx, events, endsWithoutHandOver, now)
    const deliveries = await listPickedUpToPay(trx, events)
    if (deliveries.length === 0) return
    await insertPaymentRequests(
      trx,
      deliveries.map((delivery) =>
        newPaymentRequest(delivery, { id: newId(now), number: 1, now, deadlineMinutes, providers }),
      ),
    )
  },
})

/** Processes requests to pay until they are stopped, by a loop for each provider; waking one polls for due ones at once. */
export function startPaymentRequests(deps: PaymentRequestDeps): Loop[] {
  const owner = randomUUID()
  return sharesOf(deps.mobileMoney.providers).map((share) =>
    startLoop({
      name: 'follow payment requests',
      everyMs: 1_000,
      round: () => processDueRequests(deps, owner, share),
      onError: deps.onError,
    }),
  )
}
