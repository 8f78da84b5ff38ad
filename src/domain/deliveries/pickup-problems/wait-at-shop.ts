import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'
import { mayWaitFor, type PickupReason } from './pickup-problem.ts'
import { insertProblem, waitsForAnother } from './pickup-problem-store.ts'

/** What a courier says of a parcel that they cannot take. */
export type ReportedProblem = { courierId: string; reason: PickupReason; words: string | null }

/**
 * A courier who has come to the shop waits for their parcel: until then, and for the fee, that the operator
 * has set by now. Each waits once for a parcel, and for several at one place at once earns one fee, see
 * `endingWait`; the shop's owner is notified. Throws WAIT_NOT_POSSIBLE, DELIVERY_NOT_FOUND,
 * TRANSITION_REFUSED.
 */
export function waitAtShop(
  deps: DeliveryDeps,
  key: DeliveryKey,
  { courierId, reason, words }: ReportedProblem,
): Promise<DeliveryRow> {
  const { PICKUP_WAIT_MINUTES: minutes, PICKUP_WAIT_FEE_FCFA: feeFcfa } = deps.rules.current()
  return amendDelivery(deps, key, async (delivery, now, trx) => {
    if (delivery.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
    requireIn('assigned', delivery.status)
    if (delivery.courier_waits_until !== null) return 'DONE_BEFORE'
    if (!mayWaitFor(reason) || delivery.arrived_at_pickup_at === null) throw new ApiError('WAIT_NOT_POSSIBLE')
    // What the shop's owner is told that this one costs; what is earned is decided as it ends.
    const addedFcfa = (await waitsForAnother(trx, key)) ? 0 : feeFcfa
    const waitsUntil = new Date(now.getTime() + minutes * 60_000)
    const problem = { key, id: newId(now), courierId, reason, words, reportedAt: now, waitsUntil }
    if (!(await insertProblem(trx, problem))) throw new ApiError('WAIT_NOT_POSSIBLE')
    return {
      change: { courier_waits_until: waitsUntil, courier_wait_fee_fcfa: feeFcfa },
      emits: 'delivery.courier_waiting',
      data: { problem: reason, waitsUntil, feeFcfa: addedFcfa, version: delivery.version + 1 },
    }
  })
}
