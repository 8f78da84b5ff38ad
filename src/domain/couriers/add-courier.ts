import { ApiError } from '../../base/contract/errors.ts'
import type { VehicleType } from '../../base/contract/vocabulary.ts'
import type { Database } from '../../base/database/open-database.ts'
import { violatedConstraint } from '../../base/database/unavailable.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { insertCourier } from './courier-store.ts'

export type NewCourier = {
  firstName: string
  lastName: string
  /** In international form (E.164). */
  phone: string
  vehicleType: VehicleType
  plateNumber: string | null
  /** The cities they work in, at least one. */
  cityIds: readonly string[]
}

/** Registers a courier, off duty. Throws COURIER_PHONE_TAKEN. */
export async function addCourier(
  { db, clock }: { db: Database; clock: Clock },
  courier: NewCourier,
): Promise<{ id: string }> {
  const now = clock.now()
  const row = {
    id: newId(now),
    first_name: courier.firstName,
    last_name: courier.lastName,
    phone: courier.phone,
    vehicle_type: courier.vehicleType,
    plate_number: courier.plateNumber,
    on_duty_since: null,
    retired_at: null,
    created_at: now,
  }
  try {
    await db.transaction().execute((trx) => insertCourier(trx, row, courier.cityIds))
  } catch (error) {
    if (violatedConstraint(error) !== 'phone_is_of_one_courier') throw error
    throw new ApiError('COURIER_PHONE_TAKEN')
  }
  return { id: row.id }
}
