import type { Trx } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { newCode } from '../../../base/kernel/short-code.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireRight } from '../../accounts/check-right.ts'
import { recordAct } from '../../audit/record-act.ts'
import { getShopToChange } from '../get-shop.ts'
import { readPayoutPhone } from '../payout-phone.ts'
import {
  codePhone,
  dayMs,
  holdMs,
  maxPayoutRequestsPerDay,
  payoutChangeValues,
  payoutCode,
  sealedPayoutCode,
} from './payout-change.ts'
import {
  findOpenPayoutChange,
  insertPayoutChange,
  listRequestTimes,
  type PayoutChangeRow,
  setPayoutChange,
} from './payout-change-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

/**
 * Asks for another number to receive a shop's sales: a code is sent to the number that it replaces, and the
 * owners are notified. A request takes the place of one that was not confirmed. Throws SHOP_NOT_FOUND,
 * ROLE_REQUIRED, PAYOUT_PHONE_INVALID, PAYOUT_PHONE_UNCHANGED, PAYOUT_CHANGE_PENDING, RATE_LIMITED.
 */
export function requestPayoutChange(
  deps: PayoutDeps,
  { shopId, phone }: { shopId: string; phone: string },
): Promise<PayoutChangeRow> {
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireRight({ ...deps, db: trx }, shopId, 'MANAGE_PAYOUTS')
    const shop = await getShopToChange(trx, shopId)
    const newPhone = readPayoutPhone(phone, shop.country)
    if (newPhone === shop.payout_phone) throw new ApiError('PAYOUT_PHONE_UNCHANGED')
    await makeRoom(trx, shopId, now)
    const code = newCode(payoutCode.digits)
    const id = newId(now)
    const change = await insertPayoutChange(trx, {
      shop_id: shopId,
      id,
      old_phone: shop.payout_phone,
      new_phone: newPhone,
      requested_by: actorText(deps.actor),
      requested_at: now,
      sealed_code: sealedPayoutCode(code, id, deps.payoutSecrets[0]),
      code_expires_at: new Date(now.getTime() + payoutCode.lifeMs),
    })
    const about = { change, heldMs: holdMs(change, deps.environment) }
    await deps.sendPayoutCode(trx, { ...about, phone: codePhone(change), code })
    await deps.notifyOwners(trx, 'PAYOUT_CHANGE_REQUESTED', about)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'request-payout-change',
        subject: { type: 'SHOP', id: shopId },
        shopId,
        before: null,
        after: payoutChangeValues(change),
      },
    )
    return change
  })
}

/** Ends a request that nobody confirmed, and refuses where one is held or too many were made today. */
async function makeRoom(trx: Trx, shopId: string, now: Date): Promise<void> {
  const open = await findOpenPayoutChange(trx, shopId)
  if (open?.takes_effect_at)
    throw new ApiError('PAYOUT_CHANGE_PENDING', { takesEffectAt: open.takes_effect_at.toISOString() })
  const [oldest, ...others] = await listRequestTimes(trx, shopId, new Date(now.getTime() - dayMs))
  if (oldest && others.length + 1 >= maxPayoutRequestsPerDay) {
    const waitMs = oldest.getTime() + dayMs - now.getTime()
    throw new ApiError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
  }
  if (open) await setPayoutChange(trx, { shopId, id: open.id }, { cancelled_at: now })
}
