import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'
import { intervening } from './delivery-intervention.ts'
import { recordIntervention } from './record-delivery-act.ts'

type Extension = {
  minutes: number
  reason: string
  /** The deadline that the person was shown: of two who extend it at once, one does. */
  shownDueAt?: Date
}

/**
 * Those who run the service give a delivery more time for its position or its courier: the deadline is moved
 * by so many minutes, from now where it has passed (decision 158). Throws EXTENSION_REFUSED, REASON_REQUIRED,
 * ROLE_REQUIRED, DELIVERY_CHANGED_MEANWHILE, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function extendDeadline(
  deps: DeliveryDeps,
  key: DeliveryKey,
  { minutes, reason, shownDueAt }: Extension,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'EXTEND', reason)
  const decide = (delivery: DeliveryRow, now: Date) => {
    requireIn('waiting', delivery.status)
    if (shownDueAt && shownDueAt.getTime() !== delivery.due_at?.getTime())
      throw new ApiError('DELIVERY_CHANGED_MEANWHILE')
    return { change: { due_at: laterDeadline(delivery.due_at, now, minutes) } }
  }
  return amendDelivery(acting, key, decide, recordIntervention(acting, 'extend-deadline'))
}

function laterDeadline(dueAt: Date | null, now: Date, minutes: number): Date {
  const { min, max, maxFromNow } = limits.deadlineExtension
  const from = Math.max(dueAt?.getTime() ?? 0, now.getTime())
  const extended = from + minutes * 60_000
  const isWithin = Number.isInteger(minutes) && minutes >= min && minutes <= max
  if (!isWithin || extended > now.getTime() + maxFromNow * 60_000)
    throw new ApiError('EXTENSION_REFUSED', { min, max, maxFromNow })
  return new Date(extended)
}
