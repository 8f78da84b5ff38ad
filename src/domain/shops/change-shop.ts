import { inTransaction } from '../../base/database/in-transaction.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { NewShop } from './create-shop.ts'
import { getShopToChange } from './get-shop.ts'
import { checkCollection, readPayoutPhone } from './payout-phone.ts'
import { type ShopRow, setShop } from './shop-store.ts'
import { shopValues } from './shop-values.ts'

/** What may be changed of a shop; what is left out stays. Its country never changes: its phones are read by it. */
type ShopChange = Partial<Omit<NewShop, 'country'>>

/** Changes a shop. Throws SHOP_NOT_FOUND, PAYOUT_PHONE_INVALID, SECURE_NEEDS_PAYOUT_PHONE. */
export function changeShop(deps: AuditedDeps, shopId: string, change: ShopChange): Promise<ShopRow> {
  return inTransaction(deps.db, async (trx) => {
    const before = await getShopToChange(trx, shopId)
    const { name, payoutPhone, defaultCollection, discountPercent, ownerEmail } = change
    const wished = {
      ...before,
      ...(name !== undefined && { name }),
      ...(payoutPhone !== undefined && { payout_phone: readPayoutPhone(payoutPhone, before.country) }),
      ...(defaultCollection !== undefined && { default_collection: defaultCollection }),
      ...(discountPercent !== undefined && { discount_percent: discountPercent }),
      ...(ownerEmail !== undefined && { owner_email: ownerEmail }),
    }
    checkCollection(wished.default_collection, wished.payout_phone)
    const { id: _, created_at: __, ...columns } = wished
    const after = await setShop(trx, shopId, columns)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'change-shop',
        subject: { type: 'SHOP', id: shopId },
        shopId,
        before: shopValues(before),
        after: shopValues(after),
      },
    )
    return after
  })
}
