import { ApiError } from '../../../contract/errors.ts'
import { recordActAt } from '../../audit/record-act.ts'
import { intervening } from '../changing/delivery-intervention.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'
import { type CodeName, lockedCodes, openedCode } from './delivery-code.ts'

/**
 * Unlocks the locked codes of a delivery, with all their tries (decision 26). Returns the delivery and
 * which codes they were. Whoever unlocks one at the operator's pages has telephoned and gives a `reason`
 * (decision 158). Throws CODE_NOT_LOCKED, DELIVERY_NOT_FOUND; with a reason also REASON_REQUIRED,
 * ROLE_REQUIRED.
 */
export async function unlockCode(
  deps: DeliveryDeps,
  key: DeliveryKey,
  reason?: string,
): Promise<{ delivery: DeliveryRow; unlocked: CodeName[] }> {
  const acting = intervening(deps, 'UNLOCK_CODE', reason)
  const { actor, intervention } = acting
  let unlocked: CodeName[] = []
  const delivery = await amendDelivery(
    acting,
    key,
    (before, now) => {
      unlocked = lockedCodes(before, now)
      if (unlocked.length === 0) throw new ApiError('CODE_NOT_LOCKED')
      return { change: Object.assign({}, ...unlocked.map(openedCode)) }
    },
    (trx, { id, shop_id, reference }, _before, now) =>
      recordActAt({ db: trx, actor }, now, {
        action: 'unlock-code',
        subject: { type: 'DELIVERY', id },
        shopId: shop_id,
        before: { reference, lockedCodes: unlocked },
        after: { reference, lockedCodes: [], ...(intervention && { reason: intervention.reason }) },
      }),
  )
  return { delivery, unlocked }
}
