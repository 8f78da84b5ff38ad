import { newId } from '../../../base/kernel/clock.ts'
import { formerPhone, internationalPhone } from '../../../base/kernel/phone-number.ts'
import { ApiError } from '../../../contract/errors.ts'
import { recordActAt } from '../../audit/record-act.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { amendDelivery, type DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { getShop } from '../../shops/get-shop.ts'
import { paymentStatusAfter } from '../payments/payment-status.ts'
import type { MobileMoneyDeps } from './mobile-money-provider.ts'
import { maxPaymentRequests, newTripRequest } from './payment-request.ts'
import { countPaymentRequests, insertPaymentRequests, withdrawTripRequest } from './payment-request-store.ts'

/**
 * Asks a shop once more for a trip that it pays first, on a number that it names: after a request that came
 * to nothing, or in place of one that is open. The time to pay stays as it was. Throws TRIP_PHONE_INVALID,
 * TRIP_REQUESTS_USED_UP, PAYMENT_TRANSITION_REFUSED, TRANSITION_REFUSED while the price is an estimate,
 * DELIVERY_NOT_FOUND.
 */
export async function requestTripPayment(
  deps: DeliveryDeps & MobileMoneyDeps,
  key: DeliveryKey,
  typedPhone: string,
): Promise<DeliveryRow> {
  const { country } = await getShop(deps.db, key.shopId)
  const phone = internationalPhone(typedPhone, country)
  if (!phone) throw new ApiError('TRIP_PHONE_INVALID', { country, former: formerPhone(typedPhone, country) })
  return amendDelivery(
    deps,
    key,
    (delivery) => {
      paymentStatusAfter('payTrip', delivery)
      if (delivery.trip_due_at === null) throw new ApiError('TRANSITION_REFUSED', { status: delivery.status })
      return { change: {} }
    },
    async (trx, delivery, _, now) => {
      const asked = await countPaymentRequests(trx, key, 'SENDER')
      const max = maxPaymentRequests
      if (asked >= max) throw new ApiError('TRIP_REQUESTS_USED_UP', { max })
      await withdrawTripRequest(trx, key, now)
      const { PAYMENT_DEADLINE_MINUTES: deadlineMinutes } = deps.rules.current()
      const request = { id: newId(now), number: asked + 1, now, deadlineMinutes, phone, ...deps.mobileMoney }
      await insertPaymentRequests(trx, [newTripRequest(delivery, request)])
      // The delivery stays as it was: what changes is how often its shop was asked.
      await recordActAt({ ...deps, db: trx }, now, {
        action: 'request-trip-payment',
        subject: { type: 'DELIVERY', id: delivery.id },
        shopId: delivery.shop_id,
        before: { reference: delivery.reference, attempts: asked },
        after: { reference: delivery.reference, attempts: asked + 1 },
      })
    },
  )
}
