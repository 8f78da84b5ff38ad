import type { Trx } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { recordAct } from '../../audit/record-act.ts'
import { getShopToChange } from '../get-shop.ts'
import { applyPayoutChange } from './apply-payout-change.ts'
import { holdMs, isCodeOf, payoutChangeValues, payoutCode, takesCode } from './payout-change.ts'
import {
  findLastPayoutChange,
  findOpenPayoutChange,
  type PayoutChangeRow,
  setPayoutChange,
} from './payout-change-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

/**
 * Confirms the change that was requested last with the code that was sent. It takes effect at once, or is
 * held for a day. A wrong code counts; of two people who enter the right one both are told the same. Throws
 * SHOP_NOT_FOUND, ROLE_REQUIRED, CODE_WRONG, PAYOUT_CODE_OVER.
 */
export async function confirmPayoutChange(
  deps: PayoutDeps,
  { shopId, code }: { shopId: string; code: string },
): Promise<PayoutChangeRow> {
  const now = deps.clock.now()
  const answer = await deps.db.transaction().execute(async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'MANAGE_PAYOUTS')
    await getShopToChange(trx, shopId)
    const change = (await findOpenPayoutChange(trx, shopId)) ?? (await findLastPayoutChange(trx, shopId))
    if (!change) return 'OVER'
    const isRight = isCodeOf(change, code, deps.payoutSecrets)
    if (isRight && change.confirmed_at && !change.cancelled_at) return change
    if (!takesCode(change, now)) return 'OVER'
    return isRight ? confirm(deps, trx, change, now) : countWrongCode(trx, change)
  })
  if (answer === 'OVER') throw new ApiError('PAYOUT_CODE_OVER')
  // Thrown after the commit, so that the try is counted.
  if ('triesLeft' in answer) throw new ApiError('CODE_WRONG', answer)
  return answer
}

async function confirm(deps: PayoutDeps, trx: Trx, change: PayoutChangeRow, now: Date) {
  const heldMs = holdMs(change, deps.environment)
  const confirmed = await setPayoutChange(trx, keyOf(change), {
    confirmed_by: actorText(deps.actor),
    confirmed_at: now,
    takes_effect_at: new Date(now.getTime() + heldMs),
  })
  if (!confirmed) return 'OVER'
  await recordAct(
    { ...deps, db: trx },
    {
      action: 'confirm-payout-change',
      subject: { type: 'SHOP', id: change.shop_id },
      shopId: change.shop_id,
      before: payoutChangeValues(change),
      after: payoutChangeValues(confirmed),
    },
  )
  return heldMs > 0 ? confirmed : ((await applyPayoutChange(deps, trx, confirmed)) ?? 'OVER')
}

async function countWrongCode(trx: Trx, change: PayoutChangeRow): Promise<'OVER' | { triesLeft: number }> {
  const tries = change.code_tries + 1
  await setPayoutChange(trx, keyOf(change), { code_tries: tries })
  const triesLeft = payoutCode.maxTries - tries
  return triesLeft > 0 ? { triesLeft } : 'OVER'
}

const keyOf = ({ shop_id, id }: PayoutChangeRow) => ({ shopId: shop_id, id })
