import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireRight } from '../accounts/check-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { NewShop } from './create-shop.ts'
import { getShopToChange } from './get-shop.ts'
import { cancelOpenPayoutChange } from './payout/payout-change-store.ts'
import { type CollectingDeps, checkCollection, checkPayoutMinimum, readPayoutPhone } from './payout-phone.ts'
import { type ShopRow, setShop } from './shop-store.ts'
import { shopValues } from './shop-values.ts'
import { readTaxId } from './tax-id.ts'
import { refuseTermFault } from './terms/set-shop-terms.ts'

/**
 * What may be changed of a shop; what is left out stays. Its country never changes: its phones are read by
 * it.
 */
type ShopChange = Partial<Omit<NewShop, 'country'>>

/**
 * What the owner of a shop changes; the rest is agreed with the operator, or has a verb of its own (payout/).
 */
const ofOwners: readonly (keyof ShopChange)[] = [
  'displayName',
  'language',
  'defaultCollection',
  'payoutRhythm',
  'payoutMinimumFcfa',
  'payoutNetsFees',
  'taxId',
]

/**
 * Changes a shop. A payout number that the operator sets ends a change that was requested; a shop that has
 * SECURE keeps it where its provider is lost. Throws SHOP_NOT_FOUND, ROLE_REQUIRED, PAYOUT_PHONE_INVALID,
 * SECURE_NEEDS_PAYOUT_PHONE, COLLECTION_UNAVAILABLE, PAYOUT_MINIMUM_INVALID, TAX_ID_INVALID,
 * SHOP_TERM_INVALID.
 */
export function changeShop(
  deps: AuditedDeps & CollectingDeps,
  shopId: string,
  change: ShopChange,
): Promise<ShopRow> {
  return inTransaction(deps.db, async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'MANAGE_SHOP')
    refuseToOwners(deps.actor, change)
    const before = await getShopToChange(trx, shopId)
    const { displayName, language, name, payoutPhone, defaultCollection, discountPercent, ownerEmail } =
      change
    const { payoutRhythm, payoutMinimumFcfa, payoutNetsFees, taxId, maxOwedFcfa } = change
    refuseTermFault({ maxOwedFcfa })
    if (payoutMinimumFcfa !== undefined) checkPayoutMinimum(payoutMinimumFcfa)
    const wished = {
      ...before,
      ...(name !== undefined && { name }),
      ...(payoutPhone !== undefined && { payout_phone: readPayoutPhone(payoutPhone, before.country) }),
      ...(defaultCollection !== undefined && { default_collection: defaultCollection }),
      ...(discountPercent !== undefined && { discount_percent: discountPercent }),
      ...(ownerEmail !== undefined && { owner_email: ownerEmail }),
      ...(displayName !== undefined && { display_name: displayName }),
      ...(language !== undefined && { language }),
      ...(payoutRhythm !== undefined && { payout_rhythm: payoutRhythm }),
      ...(payoutMinimumFcfa !== undefined && { payout_minimum_fcfa: payoutMinimumFcfa }),
      ...(payoutNetsFees !== undefined && { payout_nets_fees: payoutNetsFees }),
      ...(taxId !== undefined && { tax_id: readTaxId(taxId) }),
      ...(maxOwedFcfa !== undefined && { max_owed_fcfa: maxOwedFcfa }),
    }
    const { country, default_collection, payout_phone } = wished
    const keeps = before.default_collection === 'SECURE' && payout_phone === before.payout_phone
    if (default_collection === 'SECURE' && !keeps)
      checkCollection(deps, { country, payoutPhone: payout_phone })
    const { id: _, created_at: __, ...columns } = wished
    const after = await setShop(trx, shopId, columns)
    if (after.payout_phone !== before.payout_phone)
      await cancelOpenPayoutChange(trx, shopId, deps.clock.now())
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

function refuseToOwners({ kind }: Actor, change: ShopChange): void {
  const fields = Object.keys(change) as (keyof ShopChange)[]
  if (kind === 'ACCOUNT' && !fields.every((field) => ofOwners.includes(field)))
    throw new ApiError('ROLE_REQUIRED')
}
