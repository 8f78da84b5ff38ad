import type { Trx } from '../../../base/database/open-database.ts'
import { actorFrom } from '../../../base/kernel/actor.ts'
import { maskedPhone } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findShop, setShop } from '../shop-store.ts'
import { type PayoutChangeRow, setPayoutChange } from './payout-change-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

/**
 * Has a confirmed change take effect, in a transaction that holds the shop: from now on the new number
 * receives the sales, and the owners are notified. The audit names who confirmed it, since that is who did
 * it. Undefined when the change has ended, or the operator has set another number meanwhile.
 */
export async function applyPayoutChange(
  deps: PayoutDeps,
  trx: Trx,
  change: PayoutChangeRow,
): Promise<PayoutChangeRow | undefined> {
  const now = deps.clock.now()
  const { shop_id: shopId, id, old_phone: oldPhone, new_phone: newPhone } = change
  if ((await findShop(trx, shopId))?.payout_phone !== oldPhone) {
    await setPayoutChange(trx, { shopId, id }, { cancelled_at: now })
    return undefined
  }
  const applied = await setPayoutChange(trx, { shopId, id }, { applied_at: now })
  if (!applied) return undefined
  await setShop(trx, shopId, { payout_phone: newPhone })
  await deps.notifyOwners(trx, 'PAYOUT_CHANGED', { change: applied, heldMs: 0 })
  await recordAct(
    { ...deps, db: trx, actor: actorFrom(change.confirmed_by ?? '') ?? deps.actor },
    {
      action: 'apply-payout-change',
      subject: { type: 'SHOP', id: shopId },
      shopId,
      before: { payoutPhone: oldPhone && maskedPhone(oldPhone) },
      after: { payoutPhone: maskedPhone(newPhone) },
    },
  )
  return applied
}
