import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { DeliveryRow } from '../delivery-row.ts'

/**
 * What keeps a courier from taking a parcel at its shop, and what follows (decision 229): they free it for
 * another courier at once, or they wait a while for a fee that the shop owes.
 */
export const pickupReasons = ['SHOP_CLOSED', 'PARCEL_NOT_READY', 'BREAKDOWN', 'PARCEL_TOO_LARGE'] as const
export type PickupReason = (typeof pickupReasons)[number]

/** What the courier does about it. */
export type PickupCourse = 'FREE' | 'WAIT'

/** How long a courier waits, and what that earns them; nothing where the operator pays no fee. */
export type WaitTerms = { minutes: number; feeFcfa: Fcfa }

/** The longest words that may come with a reason. */
export const maxProblemWords = 200

/** Only what the shop can still mend is worth waiting for. */
export const mayWaitFor = (reason: PickupReason): boolean =>
  reason === 'SHOP_CLOSED' || reason === 'PARCEL_NOT_READY'

type WaitingColumns =
  | 'status'
  | 'courier_id'
  | 'courier_waits_until'
  | 'courier_wait_fee_fcfa'
  | 'waiting_fee_fcfa'
type Waiting = Pick<DeliveryRow, WaitingColumns>

/**
 * What a change makes of a wait: it ends as soon as the parcel is not this courier's to fetch any more, and
 * is earned if it lasted as long as was promised. Nothing for a delivery for which nobody waits. Whether
 * another wait at the same place has earned its fee, `endingWait` asks besides.
 */
export function endOfWait(
  before: Waiting,
  after: Partial<Pick<DeliveryRow, 'status' | 'courier_id'>>,
  now: Date,
): Partial<Pick<DeliveryRow, WaitingColumns>> {
  const { status, courier_id, courier_waits_until: until } = { ...before, ...after }
  if (until === null || (status === before.status && courier_id === before.courier_id)) return {}
  return {
    courier_waits_until: null,
    courier_wait_fee_fcfa: 0,
    waiting_fee_fcfa: before.waiting_fee_fcfa + (until <= now ? before.courier_wait_fee_fcfa : 0),
  }
}
