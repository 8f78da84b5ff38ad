import type { Database, Trx } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { Place } from './pickup-choice.ts'
import { insertPickupAddress, type PickupAddressRow } from './shop-store.ts'

export type NewPickupAddress = Place & { shopId: string; formatted: string | null; isDefault: boolean }

/** Registers a place where couriers fetch parcels. A new main address takes the place of the one before. */
export async function addPickupAddress(
  { db, clock }: { db: Database | Trx; clock: Clock },
  address: NewPickupAddress,
): Promise<PickupAddressRow> {
  const now = clock.now()
  const row: PickupAddressRow = {
    shop_id: address.shopId,
    id: newId(now),
    label: address.label,
    landmark: address.landmark,
    formatted: address.formatted,
    is_default: address.isDefault,
    lat: address.lat,
    lng: address.lng,
    created_at: now,
  }
  await insertPickupAddress(db, row)
  return row
}
