import { ApiError } from '../../contract/errors.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { arriveAtPickup } from '../deliveries/transitions/arrive-at-pickup.ts'
import { type DeliveryDeps, isTransitionRefused } from '../deliveries/transitions/move-delivery.ts'
import { isSameStop, stopsOf } from './tour.ts'
import { listTours } from './turn-store.ts'

/**
 * A courier has arrived at the shop of this delivery, and so of every other that they fetch there. Each is a
 * transaction of its own: where one fails, saying it again says it of the rest. Throws DELIVERY_NOT_FOUND
 * for one that is not theirs, TRANSITION_REFUSED.
 */
export async function arriveAtStop(
  deps: DeliveryDeps,
  courierId: string,
  key: DeliveryKey,
): Promise<DeliveryRow> {
  const arrived = await arriveAtPickup(deps, key, undefined, courierId)
  const parcels = (await listTours(deps.db, [courierId])).get(courierId) ?? []
  const pickups = stopsOf(parcels).filter(({ kind }) => kind === 'PICKUP')
  const own = pickups.find(({ id }) => id === key.id)
  for (const stop of pickups)
    if (own && stop !== own && isSameStop(own, stop))
      await arriveAtPickup(deps, stop, undefined, courierId).catch((error: unknown) => {
        if (!isTransitionRefused(error) && !isNoLongerTheirs(error)) throw error
      })
  return arrived
}

const isNoLongerTheirs = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'DELIVERY_NOT_FOUND'
