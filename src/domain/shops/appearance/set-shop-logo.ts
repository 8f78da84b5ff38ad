import { inTransaction } from '../../../base/database/in-transaction.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import { requireRight } from '../../accounts/check-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { getShopToChange } from '../get-shop.ts'
import { type ShopRow, setShop } from '../shop-store.ts'
import { readLogo } from './shop-logo.ts'
import { deleteLogo, saveLogo } from './shop-logo-store.ts'

/** Sets the logo of a shop. Throws LOGO_REFUSED, SHOP_NOT_FOUND, ROLE_REQUIRED. */
export async function setShopLogo(deps: AuditedDeps, shopId: string, bytes: Uint8Array): Promise<ShopRow> {
  const logo = readLogo(bytes)
  return changed(deps, 'set-shop-logo', shopId, logo.sha256, (trx) =>
    saveLogo(trx, shopId, logo, deps.clock.now()),
  )
}

/** Removes the logo of a shop, if it has one. Throws SHOP_NOT_FOUND, ROLE_REQUIRED. */
export const removeShopLogo = (deps: AuditedDeps, shopId: string): Promise<ShopRow> =>
  changed(deps, 'remove-shop-logo', shopId, null, (trx) => deleteLogo(trx, shopId))

function changed(
  deps: AuditedDeps,
  action: string,
  shopId: string,
  sha256: string | null,
  write: (trx: Trx) => Promise<void>,
): Promise<ShopRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'MANAGE_SHOP')
    const before = await getShopToChange(trx, shopId)
    await write(trx)
    const after = await setShop(trx, shopId, { logo_sha256: sha256 })
    await recordAct(
      { ...deps, db: trx },
      {
        action,
        subject: { type: 'SHOP', id: shopId },
        shopId,
        before: { logoSha256: before.logo_sha256 },
        after: { logoSha256: after.logo_sha256 },
      },
    )
    return after
  })
}
