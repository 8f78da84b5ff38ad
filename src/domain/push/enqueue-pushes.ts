import type { EventConsumer } from '../../base/events/consume-events.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { InternalEventType } from '../deliveries/delivery-event.ts'
import { listNotifiedOffers } from '../messages/message-store.ts'
import { insertPushes } from './push-store.ts'

const offered = 'delivery.offered' satisfies InternalEventType

/** The event consumer of pushes: each offer of a round goes to the phones that its courier wants to hear of offers on. */
export const enqueuePushes = ({ clock }: { clock: Clock }): EventConsumer => ({
  name: 'push',
  types: [offered],
  consume: async (trx, events) => {
    const offers = await listNotifiedOffers(trx, events)
    await insertPushes(trx, offers, clock.now())
  },
})
