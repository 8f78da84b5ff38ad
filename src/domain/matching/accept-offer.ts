import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { ApiError } from '../../contract/errors.ts'
import { checkCourier } from '../couriers/check-courier.ts'
import { listCarriedDeliveries } from '../deliveries/carrying/carried-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { assignCourier } from '../deliveries/transitions/assign-courier.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { joinTourInTime } from '../tours/join-tour.ts'
import { findPromisedTrip } from './offer-store.ts'

/**
 * A courier accepts an offer; the first to accept is assigned the delivery. Accepting it again returns it
 * again. `shownPayFcfa` is the pay that the courier agrees to; without it, whatever the offer promises.
 * Throws OFFER_GONE when another was faster, the offer has expired or the shop has changed the trip,
 * COURIER_BUSY when the courier already has as much as they may, COURIER_NOT_FOUND.
 */
export async function acceptOffer(
  deps: DeliveryDeps,
  courierId: string,
  key: DeliveryKey,
  shownPayFcfa?: Fcfa,
): Promise<DeliveryRow> {
  const courier = await checkCourier(deps.db, courierId)
  const promised = await findPromisedTrip(deps.db, courierId, key, deps.clock.now())
  if (!promised) return acceptedOrGone(deps, courierId, key)
  if (promised.payFcfa !== (shownPayFcfa ?? promised.payFcfa)) throw new ApiError('OFFER_GONE')
  try {
    return await assignCourier(deps, key, courier, promised, joinTourInTime(deps))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TRANSITION_REFUSED')
      return acceptedOrGone(deps, courierId, key)
    throw error
  }
}

/** The offer may be gone because this courier has already accepted it, as when a button is pressed twice. */
async function acceptedOrGone(
  { db }: DeliveryDeps,
  courierId: string,
  key: DeliveryKey,
): Promise<DeliveryRow> {
  const carried = await listCarriedDeliveries(db, courierId)
  const accepted = carried.find(({ id }) => id === key.id)
  if (!accepted) throw new ApiError('OFFER_GONE')
  return accepted
}
