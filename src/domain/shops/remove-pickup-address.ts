import { inTransaction } from '../../base/database/in-transaction.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireRight } from '../accounts/check-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { getShopToChange } from './get-shop.ts'
import { deletePickupAddress, listPickupAddresses, type PickupAddressKey } from './shop-store.ts'
import { pickupAddressValues } from './shop-values.ts'

/**
 * Removes a pickup address; existing deliveries keep it. The main one is removed last, so that orders that
 * name no address are not unexpectedly refused. Throws SHOP_NOT_FOUND, ROLE_REQUIRED,
 * PICKUP_ADDRESS_NOT_FOUND, PICKUP_ADDRESS_IS_MAIN.
 */
export function removePickupAddress(deps: AuditedDeps, key: PickupAddressKey): Promise<void> {
  const { shopId, id } = key
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'SELL')
    await getShopToChange(trx, shopId)
    const addresses = await listPickupAddresses(trx, shopId)
    const before = addresses.find((address) => address.id === id)
    if (!before) throw new ApiError('PICKUP_ADDRESS_NOT_FOUND')
    if (before.is_default && addresses.length > 1) throw new ApiError('PICKUP_ADDRESS_IS_MAIN')
    await deletePickupAddress(trx, key)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'remove-pickup-address',
        subject: { type: 'PICKUP_ADDRESS', id },
        shopId,
        before: pickupAddressValues(before),
        after: null,
      },
    )
  })
}
