import type { Database } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import { checkCourier } from '../../couriers/check-courier.ts'
import { worksInCity } from '../../couriers/courier-store.ts'
import { type DeliveryKey, findDelivery } from '../../deliveries/delivery-store.ts'
import type { AssignedCourier } from '../../deliveries/transitions/assign-courier.ts'
import { vehiclesFor } from '../search-round.ts'

/**
 * A courier to whom somebody gives this delivery, on duty or not: of its city, and with a vehicle that takes
 * the parcel, since the search asks no others either. Neither a parcel nor its city ever changes, so no lock
 * is needed. Throws COURIER_NOT_FOUND for one who is retired, COURIER_VEHICLE_UNFIT, COURIER_OF_ANOTHER_CITY.
 */
export async function checkFitCourier(
  db: Database,
  key: DeliveryKey,
  courierId: string,
): Promise<AssignedCourier> {
  const courier = await checkCourier(db, courierId)
  const delivery = await findDelivery(db, key)
  if (!delivery) return courier
  const { vehicleType } = courier
  const { parcel_size: parcelSize } = delivery
  if (!vehiclesFor(parcelSize).includes(vehicleType))
    throw new ApiError('COURIER_VEHICLE_UNFIT', { vehicleType, parcelSize })
  if (!(await worksInCity(db, courierId, delivery.city_id))) throw new ApiError('COURIER_OF_ANOTHER_CITY')
  return courier
}
