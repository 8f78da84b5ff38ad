import { violatedConstraint } from '../../base/database/database-error.ts'
import { inTransaction } from '../../base/database/in-transaction.ts'
import { newId } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import type { VehicleType } from '../../contract/vocabulary.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { getCities } from '../zones/get-cities.ts'
import { nameColumns } from './courier-name.ts'
import { readCourierPhone } from './courier-phone.ts'
import { insertCourier } from './courier-store.ts'
import { courierValues } from './courier-values.ts'

/** The longest first and last name, and the longest plate of a vehicle, in characters. */
export const courierLengths = { name: 80, plate: 20 } as const

export type NewCourier = {
  firstName: string
  /** Empty for somebody who has one name alone. */
  lastName: string
  /** As one of their countries writes it, or with + and its code. */
  phone: string
  vehicleType: VehicleType
  plateNumber: string | null
  /** The cities they work in, at least one. */
  cityIds: readonly string[]
}

/**
 * Registers a courier, off duty. Throws ROLE_REQUIRED, CITY_NOT_FOUND, COURIER_PHONE_INVALID,
 * COURIER_PHONE_TAKEN.
 */
export async function addCourier(deps: AuditedDeps, courier: NewCourier): Promise<{ id: string }> {
  const now = deps.clock.now()
  const id = newId(now)
  const { cityIds } = courier
  try {
    await inTransaction(deps.db, async (trx) => {
      await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
      const countries = (await getCities(trx, cityIds)).map(({ country }) => country)
      const row = {
        id,
        ...nameColumns(courier),
        phone: readCourierPhone(courier.phone, countries),
        vehicle_type: courier.vehicleType,
        plate_number: courier.plateNumber,
        on_duty_since: null,
        retired_at: null,
        suspended_at: null,
        suspension_reason: null,
        called_off_seen_at: null,
        created_at: now,
      }
      await insertCourier(trx, row, cityIds)
      await recordAct(
        { ...deps, db: trx },
        {
          action: 'add-courier',
          subject: { type: 'COURIER', id },
          before: null,
          after: courierValues(row, cityIds),
        },
      )
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'phone_is_of_one_courier') throw error
    throw new ApiError('COURIER_PHONE_TAKEN')
  }
  return { id }
}
