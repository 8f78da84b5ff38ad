import { actReason } from '../../audit/act-reason.ts'
import { lockedCodes } from '../codes/delivery-code.ts'
import type { InterventionAct } from '../deliveries-tables.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { allows, isIn, mayReturn } from '../delivery-status.ts'

/**
 * What those who run the service do to a delivery in place of its courier or its shop, because they have
 * telephoned (decision 158), and why: 3 to 200 characters.
 */
export type Intervention = { act: InterventionAct; reason: string }

/** Which of them leave the status of the delivery as it is. */
const keepsStatus = {
  ASSIGN: false,
  REASSIGN: true,
  CANCEL: false,
  EXPIRE: false,
  EXTEND: true,
  FAIL: false,
  UNLOCK_CODE: true,
  ARRIVE: true,
  PICK_UP: false,
  HAND_OVER: false,
  RETURN: false,
  BRING_BACK: true,
} as const satisfies Record<InterventionAct, boolean>

/** Every act, in the order of a delivery's life. */
export const interventionActs = Object.keys(keepsStatus) as InterventionAct[]

/**
 * Whether a line of history is one that partners read (spec 2.15): what changed neither the status nor the
 * order is between the service and its couriers.
 */
export const isForPartners = ({ intervention }: { intervention: InterventionAct | null }): boolean =>
  intervention === null || !keepsStatus[intervention]

/**
 * What a verb works with when somebody acts in place of somebody else for this reason; as before without one.
 * Throws REASON_REQUIRED.
 */
export const intervening = <Deps extends { intervention?: Intervention }>(
  deps: Deps,
  act: InterventionAct,
  reason: string | undefined,
): Deps => (reason === undefined ? deps : { ...deps, intervention: { act, reason: actReason(reason) } })

/**
 * Which acts work for a delivery as it is at `now`; `hadParcel` says whether its courier ever had the parcel,
 * `isWithCourierBefore` whether the courier of the try before still has it.
 */
export function openInterventions(
  row: DeliveryRow,
  now: Date,
  { hadParcel, isWithCourierBefore }: { hadParcel: boolean; isWithCourierBefore: boolean },
): InterventionAct[] {
  const { status } = row
  const isToBeBroughtBack =
    isIn('cancelled', status) && hadParcel && row.called_back_at !== null && row.brought_back_at === null
  const isOpen: Record<InterventionAct, boolean> = {
    ASSIGN: allows('assign', status) && !isWithCourierBefore,
    REASSIGN: isIn('assigned', status),
    CANCEL: allows('cancel', status),
    EXPIRE: allows('expire', status),
    EXTEND: isIn('waiting', status),
    FAIL: allows('fail', status),
    UNLOCK_CODE: lockedCodes(row, now).length > 0,
    ARRIVE: isIn('assigned', status) && row.arrived_at_pickup_at === null,
    PICK_UP: allows('pickUp', status),
    HAND_OVER: allows('handOver', status),
    RETURN: mayReturn(row),
    BRING_BACK: isToBeBroughtBack,
  }
  return interventionActs.filter((act) => isOpen[act])
}
