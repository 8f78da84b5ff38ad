import { inTransaction } from '../../base/database/in-transaction.ts'
import { newId } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { requireRight } from '../accounts/check-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { changePickupAddress } from './change-pickup-address.ts'
import { getShopToChange } from './get-shop.ts'
import type { OpeningHours } from './opening/opening-hours.ts'
import type { Place } from './pickup-choice.ts'
import {
  insertPickupAddress,
  listPickupAddresses,
  type PickupAddressRow,
  unsetMainPickupAddress,
} from './shop-store.ts'
import { pickupAddressValues } from './shop-values.ts'

export type NewPickupAddress = Place & {
  shopId: string
  formatted: string | null
  /** Null where nobody has said. */
  openingHours?: OpeningHours | null
  /** When left out, a shop's first address is its main one. */
  isDefault?: boolean | undefined
}

/**
 * Registers a place where couriers pick up parcels. A new main address replaces the previous one. One that
 * says the same as another is not added again, so that a caller who got no answer may repeat the call. Throws
 * SHOP_NOT_FOUND, ROLE_REQUIRED, TOO_MANY_PICKUP_ADDRESSES.
 */
export function addPickupAddress(deps: AuditedDeps, address: NewPickupAddress): Promise<PickupAddressRow> {
  const now = deps.clock.now()
  const { shopId } = address
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'SELL')
    await getShopToChange(trx, shopId)
    const others = await listPickupAddresses(trx, shopId)
    const same = others.find((other) => isSamePlace(other, address))
    if (same)
      return address.isDefault
        ? changePickupAddress({ ...deps, db: trx }, { shopId, id: same.id }, { isDefault: true })
        : same
    if (others.length >= limits.pickupAddresses)
      throw new ApiError('TOO_MANY_PICKUP_ADDRESSES', { max: limits.pickupAddresses })
    const row: PickupAddressRow = {
      shop_id: shopId,
      id: newId(now),
      label: address.label,
      landmark: address.landmark,
      formatted: address.formatted,
      is_default: address.isDefault ?? others.length === 0,
      lat: address.lat,
      lng: address.lng,
      created_at: now,
      opening_hours: address.openingHours ?? null,
    }
    if (row.is_default) await unsetMainPickupAddress(trx, shopId)
    await insertPickupAddress(trx, row)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'add-pickup-address',
        subject: { type: 'PICKUP_ADDRESS', id: row.id },
        shopId,
        before: null,
        after: pickupAddressValues(row),
      },
    )
    return row
  })
}

const isSamePlace = (one: PickupAddressRow, other: NewPickupAddress): boolean =>
  one.lat === other.lat &&
  one.lng === other.lng &&
  one.label === other.label &&
  one.landmark === other.landmark &&
  one.formatted === other.formatted
