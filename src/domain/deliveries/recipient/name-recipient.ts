import { ApiError } from '../../../contract/errors.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isIn, requireIn } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from '../transitions/move-delivery.ts'
import { maxTimesNamed, type Recipient, recipientOf } from './recipient.ts'

/**
 * The customer names who may take their parcel, or nobody any more, until it is handed over. Naming the same
 * again changes nothing. Throws DELIVERY_NOT_FOUND, CUSTOMER_LINK_INVALID, TRANSITION_REFUSED,
 * DELIVERY_CHANGED_TOO_OFTEN.
 */
export const nameRecipient = (
  deps: DeliveryDeps,
  key: DeliveryKey,
  recipient: Recipient | null,
): Promise<DeliveryRow> =>
  amendDelivery(deps, key, (delivery) => {
    if (!isIn('locating', delivery.status)) requireIn('expected', delivery.status)
    const before = recipientOf(delivery)
    if (before?.name === recipient?.name && before?.kind === recipient?.kind) return 'DONE_BEFORE'
    if (delivery.times_recipient_named >= maxTimesNamed)
      throw new ApiError('DELIVERY_CHANGED_TOO_OFTEN', { max: maxTimesNamed })
    return {
      change: {
        recipient_name: recipient?.name ?? null,
        recipient_kind: recipient?.kind ?? null,
        times_recipient_named: delivery.times_recipient_named + 1,
      },
    }
  })
