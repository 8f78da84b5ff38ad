import type { Trx } from '../../../base/database/open-database.ts'
import { newCode } from '../../../base/kernel/short-code.ts'
import type { FailureCode } from '../../../contract/vocabulary.ts'
import { withdrawnPayment } from '../../money/payments/payment-status.ts'
import { intervening } from '../changing/delivery-intervention.ts'
import { recordIntervention } from '../changing/record-delivery-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/** Why a hand-over failed: a code, and the courier's own words where the code is OTHER. */
export type Failure = { code: FailureCode; words: string | null }

/**
 * Looks at what a courier did before, under the lock: refuses by throwing, or returns what else is noted of
 * it.
 */
type Prove = (
  delivery: DeliveryRow,
  now: Date,
  trx: Trx,
) => Promise<Partial<Pick<DeliveryRow, 'customer_called_at'>>>

/**
 * The hand-over failed; the parcel goes back to the shop, which gives the courier a return code when it has
 * the parcel. Those who run the service say it for the courier with a `reason` (decision 158). Throws
 * DELIVERY_NOT_FOUND, TRANSITION_REFUSED; with a reason also REASON_REQUIRED, ROLE_REQUIRED.
 */
export async function failDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  failure: Failure,
  reason?: string,
  prove?: Prove,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'FAIL', reason)
  const otherWords = failure.code === 'OTHER' ? acting.intervention?.reason : undefined
  const words = failure.words ?? otherWords ?? null
  const decide = async (delivery: DeliveryRow, now: Date, trx: Trx) => ({
    change: {
      ...(isIn('underWay', delivery.status) && (await prove?.(delivery, now, trx))),
      failure_code: failure.code,
      failure_note: words,
      payment_status: withdrawnPayment(delivery.payment_status),
      return_code: newCode(),
    },
    note: words,
    failureCode: failure.code,
  })
  return moveDelivery(acting, key, 'fail', decide, recordIntervention(acting, 'fail-delivery'))
}
