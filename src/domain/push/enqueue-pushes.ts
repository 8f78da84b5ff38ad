import type { Clock } from '../../base/kernel/clock.ts'
import type { EventConsumer } from '../../events/consume-events.ts'
import type { InternalEventType } from '../deliveries/delivery-event.ts'
import { listNamedCouriers, listNotifiedOffers } from '../messages/message-store.ts'
import { insertPushes, listCarriers } from './push-store.ts'

const offered = 'delivery.offered' satisfies InternalEventType
const named = 'delivery.courier_named' satisfies InternalEventType
const askedAgain = 'delivery.second_try_asked' satisfies InternalEventType

/** After that a courier has seen on their page whom the parcel was given to. */
const noticeMs = 60 * 60_000

/**
 * The event consumer of pushes: each offer of a round goes to the phones that its courier wants to hear of
 * offers on, and so does that a parcel was given to them, or to another, and that one that they have is to
 * be brought once more.
 */
export const enqueuePushes = ({ clock }: { clock: Clock }): EventConsumer => ({
  name: 'push',
  types: [offered, named, askedAgain],
  consume: async (trx, events) => {
    const offers = await listNotifiedOffers(trx, events)
    const now = clock.now()
    await insertPushes(trx, offers, now)
    const expiresAt = new Date(now.getTime() + noticeMs)
    for (const { isGiven, ...courier } of await listNamedCouriers(trx, events))
      await insertPushes(trx, [{ ...courier, expiresAt, notice: isGiven ? 'GIVEN' : 'TAKEN' }], now)
    const asked = events.filter(({ type }) => type === askedAgain)
    const carriers = await listCarriers(trx, asked)
    await insertPushes(
      trx,
      carriers.map((carrier) => ({ ...carrier, expiresAt, notice: 'AGAIN' as const })),
      now,
    )
  },
})
