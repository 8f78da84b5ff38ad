import { ApiError } from '../../../contract/errors.ts'
import { isSettled } from '../../money/payments/payment-status.ts'
import { intervening } from '../changing/delivery-intervention.ts'
import { recordIntervention } from '../changing/record-delivery-act.ts'
import { verifyDeliveryCode } from '../codes/delivery-code.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { insertHandoverPlace } from '../handover-proof/handover-place-store.ts'
import type { HandoverPlace } from '../handover-proof/handover-report.ts'
import type { Recipient } from '../recipient/recipient.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * The customer gives their confirmation code and takes the parcel, once it is paid or nothing is due: the
 * courier never handles money (decision 33). `place` is where the courier's phone was; `takenBy`: not they
 * took it, but somebody whom they have named, by now or before (decisions 344, 382). Throws
 * PAYMENT_NOT_SETTLED, CODE_WRONG, CODE_LOCKED, CODE_CLOSED, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export function handOverParcel(
  deps: DeliveryDeps,
  key: DeliveryKey,
  enteredCode: string,
  { place = null, takenBy }: { place?: HandoverPlace | null; takenBy?: Recipient | undefined } = {},
): Promise<DeliveryRow> {
  const decide = (delivery: DeliveryRow, now: Date) => {
    requireSettled(delivery)
    const verified = verifyDeliveryCode(delivery, 'confirmation', enteredCode, now)
    if ('refusal' in verified || !takenBy) return verified
    const { name, kind } = takenBy
    return { change: { ...verified.change, taken_by: name, recipient_name: name, recipient_kind: kind } }
  }
  return moveDelivery(deps, key, 'handOver', decide, async (trx, _after, _before, now) => {
    if (place) await insertHandoverPlace(trx, key, place, now)
  })
}

/**
 * The customer has the parcel and gave no code, as those who run the service know from them (decision 158);
 * it has to be paid for all the same. Throws REASON_REQUIRED, ROLE_REQUIRED, PAYMENT_NOT_SETTLED,
 * DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function handOverWithoutCode(
  deps: DeliveryDeps,
  key: DeliveryKey,
  reason: string,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'HAND_OVER', reason)
  const decide = (delivery: DeliveryRow) => {
    requireSettled(delivery)
    return { change: {} }
  }
  return moveDelivery(acting, key, 'handOver', decide, recordIntervention(acting, 'hand-over-without-code'))
}

/** The courier never handles money (decision 33). */
function requireSettled({ status, payment_status: paymentStatus }: DeliveryRow): void {
  statusAfter('handOver', status)
  if (!isSettled(paymentStatus)) throw new ApiError('PAYMENT_NOT_SETTLED', { paymentStatus })
}
