import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { searchCountsFrom } from '../../pricing/city-closing.ts'
import { type DeliveryRow, fetchWindowOf, noCourier } from '../delivery-row.ts'
import { deliveryTransitions, dueAt, statusAfter } from '../delivery-status.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { hasFreed, insertProblem } from '../pickup-problems/pickup-problem-store.ts'
import type { ReportedProblem } from '../pickup-problems/wait-at-shop.ts'
import { type Alongside, type DeliveryDeps, moveDelivery } from './move-delivery.ts'

/**
 * A courier who cannot take the parcel frees it for another: the delivery waits for a courier again, with a
 * new deadline (decision 229). Freeing it again changes nothing. Throws DELIVERY_NOT_FOUND for one whose
 * parcel it is not, TRANSITION_REFUSED.
 */
export function freeDelivery(
  deps: DeliveryDeps,
  key: DeliveryKey,
  { courierId, reason, words }: ReportedProblem,
  alongside?: Alongside,
): Promise<DeliveryRow> {
  return moveDelivery(
    deps,
    key,
    'free',
    async (delivery, now, trx) => {
      if (delivery.courier_id !== courierId) {
        if (await hasFreed(trx, key, courierId)) return 'DONE_BEFORE'
        throw new ApiError('DELIVERY_NOT_FOUND')
      }
      statusAfter('free', delivery.status)
      await insertProblem(trx, {
        ...{ key, id: newId(now), courierId, reason, words, reportedAt: now },
        waitsUntil: null,
      })
      const city = deps.pricing.map.current().city(delivery.city_id)
      return {
        change: {
          ...noCourier,
          times_freed: delivery.times_freed + 1,
          due_at: dueAt(
            deliveryTransitions.free.to,
            searchCountsFrom(city, fetchWindowOf(delivery), now),
            deps.rules.current(),
          ),
        },
      }
    },
    alongside,
  )
}
