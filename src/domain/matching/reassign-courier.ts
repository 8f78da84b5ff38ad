import { ApiError } from '../../base/contract/errors.ts'
import type { Database } from '../../base/database/open-database.ts'
import { checkCourier } from '../couriers/check-courier.ts'
import { worksInCity } from '../couriers/courier-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import { type DeliveryKey, findDelivery } from '../deliveries/delivery-store.ts'
import { recordDeliveryAct } from '../deliveries/record-delivery-act.ts'
import { type AssignedCourier, replaceCourier } from '../deliveries/transitions/assign-courier.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { vehiclesFor } from './search-round.ts'

/**
 * The operator replaces a courier before pickup (decision 24) by another, on duty or not. Throws
 * COURIER_NOT_FOUND, COURIER_VEHICLE_UNFIT, COURIER_OF_ANOTHER_CITY, COURIER_BUSY, DELIVERY_NOT_FOUND,
 * TRANSITION_REFUSED.
 */
export async function reassignCourier(
  deps: DeliveryDeps,
  key: DeliveryKey,
  courierId: string,
): Promise<DeliveryRow> {
  const courier = await checkCourier(deps.db, courierId)
  const delivery = await findDelivery(deps.db, key)
  if (delivery) await checkFitness(deps.db, delivery, { ...courier, id: courierId })
  return replaceCourier(deps, key, courier, recordDeliveryAct(deps, 'reassign-courier'))
}

/** The search asks no other couriers either. Neither a parcel nor its city ever changes, so no lock is needed. */
async function checkFitness(
  db: Database,
  { parcel_size: parcelSize, city_id }: DeliveryRow,
  { id, vehicleType }: AssignedCourier & { id: string },
): Promise<void> {
  if (!vehiclesFor(parcelSize).includes(vehicleType))
    throw new ApiError('COURIER_VEHICLE_UNFIT', { vehicleType, parcelSize })
  if (!(await worksInCity(db, id, city_id))) throw new ApiError('COURIER_OF_ANOTHER_CITY')
}
