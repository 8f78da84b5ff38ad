import { verifyDeliveryCode } from '../codes/delivery-code.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'
import { returnCharge, searchForSecondTry } from './return-parcel.ts'

/**
 * The courier is back at the shop and enters the return code that the shop gives them: the parcel is returned
 * and charged as when the shop confirms it itself (decision 26). Throws CODE_WRONG, CODE_LOCKED, CODE_CLOSED,
 * DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function returnWithCode(
  deps: DeliveryDeps,
  key: DeliveryKey,
  enteredCode: string,
): Promise<DeliveryRow> {
  const decide = (delivery: DeliveryRow, now: Date) => {
    statusAfter('return', delivery.status)
    const verified = verifyDeliveryCode(delivery, 'return', enteredCode, now)
    if ('refusal' in verified) return verified
    return { change: { ...verified.change, ...returnCharge(deps, delivery) } }
  }
  return moveDelivery(deps, key, 'return', decide, searchForSecondTry(deps))
}
