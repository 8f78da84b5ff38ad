import type { Trx } from '../../../base/database/open-database.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { ParcelSize, VehicleType } from '../../../contract/vocabulary.ts'
import { listHeldParcels, lockCarrying } from './carried-store.ts'
import { slotFor } from './carrying-capacity.ts'

/**
 * The slot in which a courier takes another parcel (decision 320), with what they carry locked until the
 * transaction ends; the first one for the courier of the sandbox, who has no id and no limits. Throws
 * COURIER_BUSY when they have as many parcels as they may, or it does not fit beside them.
 */
export async function takeSlot(
  trx: Trx,
  courier: { id: string | null; vehicleType: VehicleType },
  parcel: { size: ParcelSize; maxParcels: number },
): Promise<number> {
  if (courier.id === null) return 1
  await lockCarrying(trx, courier.id)
  const held = await listHeldParcels(trx, courier.id)
  const slot = slotFor(held, { ...parcel, vehicle: courier.vehicleType })
  if (slot === null) throw new ApiError('COURIER_BUSY')
  return slot
}
