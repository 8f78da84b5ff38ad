import type { Database } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { type ListedCourier, listCouriers } from './courier-store.ts'

/** A courier, retired or not, with the names of their cities. Throws COURIER_UNKNOWN. */
export async function getCourier(db: Database, courierId: string): Promise<ListedCourier> {
  const [courier] = await listCouriers(db, courierId)
  if (!courier) throw new ApiError('COURIER_UNKNOWN', { courierId })
  return courier
}
