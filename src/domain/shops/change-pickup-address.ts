import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireRight } from '../accounts/check-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { getShopToChange } from './get-shop.ts'
import type { OpeningHours } from './opening/opening-hours.ts'
import type { Place } from './pickup-choice.ts'
import {
  listPickupAddresses,
  type PickupAddressKey,
  type PickupAddressRow,
  setPickupAddress,
  unsetMainPickupAddress,
} from './shop-store.ts'
import { pickupAddressValues } from './shop-values.ts'

/**
 * What may be changed of a pickup address; what is left out stays. An address stops being the main one only
 * when another becomes it.
 */
type PickupAddressChange = Partial<Place> & {
  formatted?: string | null
  openingHours?: OpeningHours | null
  isDefault?: true
}

/**
 * Changes where couriers pick up parcels from now on; existing deliveries keep theirs. Throws SHOP_NOT_FOUND,
 * ROLE_REQUIRED, PICKUP_ADDRESS_NOT_FOUND.
 */
export function changePickupAddress(
  deps: AuditedDeps,
  key: PickupAddressKey,
  { isDefault, openingHours, ...change }: PickupAddressChange,
): Promise<PickupAddressRow> {
  const { shopId, id } = key
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'SELL')
    await getShopToChange(trx, shopId)
    const before = (await listPickupAddresses(trx, shopId)).find((address) => address.id === id)
    if (!before) throw new ApiError('PICKUP_ADDRESS_NOT_FOUND')
    if (isDefault && !before.is_default) await unsetMainPickupAddress(trx, shopId)
    const after = await setPickupAddress(trx, key, {
      ...change,
      ...(openingHours !== undefined && { opening_hours: openingHours && JSON.stringify(openingHours) }),
      is_default: isDefault ?? before.is_default,
    })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-pickup-address',
        subject: { type: 'PICKUP_ADDRESS', id },
        shopId,
        before: pickupAddressValues(before),
        after: pickupAddressValues(after),
      },
    )
    return after
  })
}
