import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { actReason } from '../../audit/act-reason.ts'
import { recordDeliveryAct } from '../../deliveries/changing/record-delivery-act.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { changePayment } from '../../deliveries/payment/change-payment.ts'
import type { DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { paymentTransitions } from '../payments/payment-status.ts'
import type { MobileMoneyDeps } from './mobile-money-provider.ts'
import { type NamedPayer, newPaymentRequest } from './payment-request.ts'
import { countPaymentRequests, findLastPayer, insertPaymentRequests } from './payment-request-store.ts'

type RequestBounds = {
  /**
   * How often it was requested before: whoever passes it causes at most one more request, however often they
   * call.
   */
  timesAsked?: number
  /** Refused once there were so many requests. */
  max?: number
  /** Who is to pay; else whoever was asked last. */
  payer?: NamedPayer
  /** Why somebody who runs the service requests it for the shop. */
  reason?: string
}

/**
 * Asks the customer of a SECURE delivery to pay once more after they refused or it failed: a new request of
 * its own number (decision 33). Throws COLLECTION_REFUSED for DIRECT, PAYMENT_REQUESTS_USED_UP,
 * PAYMENT_TRANSITION_REFUSED, TRANSITION_REFUSED, DELIVERY_NOT_FOUND, REASON_REQUIRED.
 */
export async function requestPaymentAgain(
  deps: DeliveryDeps & MobileMoneyDeps,
  key: DeliveryKey,
  { timesAsked, max, payer: named, reason: typedReason }: RequestBounds = {},
): Promise<DeliveryRow> {
  const reason = typedReason === undefined ? undefined : actReason(typedReason)
  return changePayment(deps, key, 'requestAgain', {
    onlyFor: 'SECURE',
    reason,
    alongside: async (trx, delivery, before, now) => {
      const asked = await countPaymentRequests(trx, key)
      if (timesAsked !== undefined && timesAsked !== asked)
        throw new ApiError('PAYMENT_TRANSITION_REFUSED', {
          paymentStatus: delivery.payment_status,
          status: delivery.status,
          from: paymentTransitions.requestAgain.from,
        })
      if (max !== undefined && asked >= max) throw new ApiError('PAYMENT_REQUESTS_USED_UP', { max })
      const number = asked + 1
      const payer = named ?? (await findLastPayer(trx, key))
      const { PAYMENT_DEADLINE_MINUTES: deadlineMinutes } = deps.rules.current()
      const asking = { id: newId(now), number, now, deadlineMinutes, payer, ...deps.mobileMoney }
      const request = newPaymentRequest(delivery, asking)
      await insertPaymentRequests(trx, [request])
      await recordDeliveryAct(deps, 'request-payment-again', reason)(trx, delivery, before, now)
    },
  })
}
