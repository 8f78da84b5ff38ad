import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { ApiError } from '../../contract/errors.ts'
import { checkCourier } from '../couriers/check-courier.ts'
import { type DeliveryRow, pickupWindowOf } from '../deliveries/delivery-row.ts'
import { isIn } from '../deliveries/delivery-status.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { getDelivery } from '../deliveries/get-delivery.ts'
import { readCourierPay } from '../deliveries/pay/read-courier-pay.ts'
import { endFirstTry } from '../deliveries/second-try/end-first-try.ts'
import { setOutFrom } from '../deliveries/second-try/second-try.ts'
import { assignCourier } from '../deliveries/transitions/assign-courier.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { pickUpAgain } from '../deliveries/transitions/pick-up-parcel.ts'
import type { PriceWorking } from '../pricing/trip-price.ts'
import { assignTogether } from './assign-together.ts'
import { joinTour } from './join-tour.ts'

/**
 * The courier who still has the parcel of a failed delivery takes it out again (decision 341): the first
 * delivery ends, and its second try is theirs and picked up, all or nothing. `shownPayFcfa` is the pay that
 * they agree to; they never get less. Doing it again returns it again. Throws OFFER_GONE when it would earn
 * less by now, TRANSITION_REFUSED when the parcel is back, the try is somebody else's or over, or its window
 * is still ahead, TRIP_NOT_PAID, COURIER_BUSY, DELIVERY_NOT_FOUND, COURIER_NOT_FOUND, COURIER_SUSPENDED.
 */
export async function setOutAgain(
  deps: DeliveryDeps,
  courierId: string,
  key: DeliveryKey,
  shownPayFcfa?: Fcfa,
): Promise<DeliveryRow> {
  const { db, clock } = deps
  const courier = await checkCourier(db, courierId)
  const first = await getDelivery(db, key)
  if (first.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
  if (first.second_try_id === null) throw new ApiError('TRANSITION_REFUSED', { status: first.status })
  const again = { shopId: key.shopId, id: first.second_try_id }
  const planned = await getDelivery(db, again)
  if (planned.courier_id === courierId && isIn('underWay', planned.status)) return planned
  const now = clock.now()
  const window = pickupWindowOf(planned)
  if (window && setOutFrom(window) > now) throw new ApiError('TRANSITION_REFUSED', { status: planned.status })
  const working = planned.price_working as PriceWorking
  const pay = await readCourierPay(deps, courierId, { ...planned, working }, now)
  if (pay.payFcfa < (shownPayFcfa ?? 0)) throw new ApiError('OFFER_GONE')
  const takeOut = async (within: DeliveryDeps, each: DeliveryKey) => {
    if (each === key) return endFirstTry(within, key, courierId)
    await assignCourier(within, again, courier, { ...pay, tripVersion: planned.trip_version }, joinTour(deps))
    return pickUpAgain(within, again, first.courier_slot)
  }
  // Who brings the parcel back locks the first one, and then the second try.
  const given = await assignTogether(deps, [key, again], takeOut, { lockFirst: key })
  return given.at(-1) ?? planned
}
