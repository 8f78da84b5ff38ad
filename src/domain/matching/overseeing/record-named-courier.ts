import { insertEvent } from '../../../events/event-store.ts'
import { internalEvent } from '../../deliveries/delivery-event.ts'
import type { Alongside, DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { joinTour } from '../../tours/join-tour.ts'
import type { TourDeps } from '../../tours/tour-limits.ts'

/**
 * Writes with a change that somebody else than its courier named who carries a parcel, so that both are
 * notified: the one it was given to, whose tour it joins, and the one it was taken from (decision 271).
 */
export const recordNamedCourier =
  (deps: Pick<DeliveryDeps, 'actor'> & TourDeps, alongside: Alongside | undefined): Alongside =>
  async (trx, after, before, now) => {
    const data = { to: after.courier_id, from: before.courier_id, version: after.version }
    const key = { shopId: after.shop_id, id: after.id }
    await insertEvent(trx, internalEvent(key, 'delivery.courier_named', { now, actor: deps.actor, data }))
    await joinTour(deps)(trx, after, before, now)
    await alongside?.(trx, after, before, now)
  }
