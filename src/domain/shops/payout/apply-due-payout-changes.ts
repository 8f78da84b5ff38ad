import { systemActor } from '../../../base/kernel/actor.ts'
import { lockShop } from '../shop-store.ts'
import { applyPayoutChange } from './apply-payout-change.ts'
import { findOpenPayoutChange, listDuePayoutChanges, type PayoutChangeKey } from './payout-change-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

/** How many changes are looked up at once; each is applied in a transaction of its own. */
const batchSize = 50

/**
 * Has the changes take effect whose day is over; returns whether more may be due. One that fails holds up no
 * other.
 */
export async function applyDuePayoutChanges(deps: Omit<PayoutDeps, 'actor'>): Promise<boolean> {
  const due = await listDuePayoutChanges(deps.db, deps.clock.now(), batchSize)
  const faults: unknown[] = []
  for (const key of due) await applyDue(deps, key).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, 'Changes of payout numbers could not be applied.')
  return due.length === batchSize
}

/** Read again under the lock of the shop: it may have been cancelled, or applied by another process. */
function applyDue(deps: Omit<PayoutDeps, 'actor'>, { shopId, id }: PayoutChangeKey): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await lockShop(trx, shopId)
    const change = await findOpenPayoutChange(trx, shopId)
    const isDue = change?.id === id && change.takes_effect_at !== null
    if (isDue) await applyPayoutChange({ ...deps, actor: systemActor }, trx, change)
  })
}
