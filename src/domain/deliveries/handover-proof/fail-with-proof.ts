import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { listFilesOf } from '../files/delivery-file-store.ts'
import { type Failure, failDelivery } from '../transitions/fail-delivery.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'
import { insertHandoverPlace } from './handover-place-store.ts'
import { missingParts, neededParts } from './handover-proof.ts'
import type { HandoverPlace } from './handover-report.ts'

/**
 * A courier says that the parcel could not be handed over, and has done what the operator asks for before;
 * `declaresCall` says that they called from another phone, `place` where their own was. Throws PROOF_MISSING,
 * and what `failDelivery` throws.
 */
export const failWithProof = (
  deps: DeliveryDeps,
  key: DeliveryKey,
  { declaresCall, place, ...failure }: Failure & { declaresCall: boolean; place: HandoverPlace | null },
): Promise<DeliveryRow> =>
  failDelivery(deps, key, failure, undefined, async (delivery, now, trx) => {
    const calledAt = delivery.customer_called_at ?? (declaresCall ? now : null)
    const needed = neededParts(deps.rules.current().HANDOVER_PROOF, failure.code)
    const files = needed.includes('PHOTO') ? await listFilesOf(trx, [key]) : []
    const hasPhoto = files.some(({ kind }) => kind === 'HANDOVER_PHOTO')
    const missing = missingParts(needed, { ...delivery, customer_called_at: calledAt, hasPhoto }, now)
    if (missing.length > 0) throw new ApiError('PROOF_MISSING', { missing })
    if (place) await insertHandoverPlace(trx, key, place, now)
    return { customer_called_at: calledAt }
  })
