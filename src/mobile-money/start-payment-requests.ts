import { randomUUID } from 'node:crypto'
import { type Loop, startLoop } from '../background/loop.ts'
import type { DeliveryParts } from '../deliveries/move-delivery.ts'
import type { EventConsumer } from '../events/relay-events.ts'
import { newId } from '../kernel/clock.ts'
import type { MobileMoneyParts } from './mobile-money-provider.ts'
import { newPaymentRequest } from './payment-request.ts'
import { insertPaymentRequests, listPickedUpToPay } from './payment-request-store.ts'
import { type PursuitParts, pursueDueRequests } from './pursue-payment-requests.ts'

/** Mobile money's share of an event: the first request to pay, once a parcel to be paid through us is picked up. */
export const owePaymentRequests =
  ({
    clock,
    mobileMoney: { deadlineMinutes },
  }: Pick<DeliveryParts, 'clock'> & MobileMoneyParts): EventConsumer =>
  async (trx, events) => {
    const now = clock.now()
    const deliveries = await listPickedUpToPay(trx, events)
    if (deliveries.length === 0) return
    await insertPaymentRequests(
      trx,
      deliveries.map((delivery) =>
        newPaymentRequest(delivery, { id: newId(now), number: 1, now, deadlineMinutes }),
      ),
    )
  }

/** Follows requests to pay until it is stopped; waking it looks for due ones at once. */
export function startPaymentRequests(parts: PursuitParts): Loop {
  const owner = randomUUID()
  return startLoop({
    name: 'follow payment requests',
    everyMs: 1_000,
    round: () => pursueDueRequests(parts, owner),
    onTrouble: parts.onTrouble,
  })
}
