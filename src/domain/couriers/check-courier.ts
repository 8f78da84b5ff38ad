import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import type { AssignedCourier } from '../deliveries/transitions/assign-courier.ts'
import { findCourier } from './courier-store.ts'

/**
 * A courier as a delivery names them. Throws COURIER_NOT_FOUND when there is none, or they are retired, and
 * COURIER_SUSPENDED.
 */
export async function checkCourier(db: Database, courierId: string): Promise<AssignedCourier> {
  const courier = await findCourier(db, courierId)
  if (!courier || courier.retired_at) throw new ApiError('COURIER_NOT_FOUND')
  if (courier.suspended_at) throw new ApiError('COURIER_SUSPENDED')
  return {
    id: courier.id,
    firstName: courier.first_name,
    phone: courier.phone,
    vehicleType: courier.vehicle_type,
    plateNumber: courier.plate_number,
  }
}
