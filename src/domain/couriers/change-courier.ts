import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { getCities } from '../zones/get-cities.ts'
import type { NewCourier } from './add-courier.ts'
import { nameColumns } from './courier-name.ts'
import { type CourierRow, listCityIds, lockCourier, setCourier, setCourierCities } from './courier-store.ts'
import { courierValues } from './courier-values.ts'
import { leaveShifts } from './shifts/shift-taker-store.ts'

/**
 * What may be changed of a courier; what is left out stays. Not their number: they sign in with it, so a
 * courier with another number is registered again.
 */
type CourierChange = Partial<Omit<NewCourier, 'phone'>>

/**
 * Changes a courier; existing deliveries keep the courier's former data, and shifts in cities where they work
 * no more are free (decision 367). Throws ROLE_REQUIRED,
 * COURIER_NOT_FOUND, CITY_NOT_FOUND.
 */
export function changeCourier(
  deps: AuditedDeps,
  courierId: string,
  { firstName, lastName, vehicleType, plateNumber, cityIds }: CourierChange,
): Promise<CourierRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const before = await lockCourier(trx, courierId)
    if (!before || before.retired_at) throw new ApiError('COURIER_NOT_FOUND')
    const citiesBefore = await listCityIds(trx, courierId)
    const after = await setCourier(trx, courierId, {
      ...nameColumns({
        firstName: firstName ?? before.first_name,
        lastName: lastName ?? before.last_name,
      }),
      vehicle_type: vehicleType ?? before.vehicle_type,
      plate_number: plateNumber === undefined ? before.plate_number : plateNumber,
    })
    if (cityIds) {
      await getCities(trx, cityIds)
      await setCourierCities(trx, courierId, cityIds)
    }
    const now = deps.clock.now()
    const freedShifts = cityIds
      ? await leaveShifts(trx, courierId, { now, notice: 'TAKEN', unlessIn: cityIds })
      : []
    const renamed = after.first_name !== before.first_name || after.last_name !== before.last_name
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-courier',
        subject: { type: 'COURIER', id: courierId },
        before: courierValues(before, citiesBefore),
        after: {
          ...courierValues(after, cityIds ?? citiesBefore),
          ...(renamed && { renamed }),
          ...(freedShifts.length > 0 && { freedShifts }),
        },
      },
    )
    return after
  })
}
