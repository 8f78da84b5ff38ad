import { ApiError } from '../../../contract/errors.ts'
import { amountToCollectOf, type DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { getDelivery } from '../../deliveries/get-delivery.ts'
import { changePayment } from '../../deliveries/payment/change-payment.ts'
import type { DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import type { MobileMoneyDeps } from './mobile-money-provider.ts'
import { type Payer, providerOfPayer } from './payer.ts'
import { maxPaymentRequests } from './payment-request.ts'
import { closeOpenRequest, countPaymentRequests } from './payment-request-store.ts'
import { requestPaymentAgain } from './request-payment-again.ts'

/**
 * Asks another number than the customer's to pay for a SECURE delivery, as often as customers may ask at all
 * (decision 255). A request that is open is closed first, in a transaction of its own: it is followed on, so
 * that what it still brings counts, and its successor is not made where it was paid. `timesAsked` is how many
 * requests the customer knew of, so that a form that is sent twice asks once. Throws PAYER_PHONE_REFUSED,
 * PAYMENT_REQUESTS_USED_UP, COLLECTION_REFUSED, PAYMENT_TRANSITION_REFUSED, TRANSITION_REFUSED,
 * DELIVERY_NOT_FOUND.
 */
export async function requestPaymentFrom(
  deps: DeliveryDeps & MobileMoneyDeps,
  key: DeliveryKey,
  { payer, timesAsked }: { payer: Payer; timesAsked: number },
): Promise<DeliveryRow> {
  const delivery = await getDelivery(deps.db, key)
  const order = { amountFcfa: amountToCollectOf(delivery), currency: delivery.currency }
  const provider = providerOfPayer(deps.mobileMoney.providers, payer, order)
  if (!provider) throw new ApiError('PAYER_PHONE_REFUSED')
  if (timesAsked >= maxPaymentRequests)
    throw new ApiError('PAYMENT_REQUESTS_USED_UP', { max: maxPaymentRequests })
  if (delivery.payment_status === 'AWAITING_CUSTOMER')
    await changePayment(deps, key, 'fail', {
      onlyFor: 'SECURE',
      alongside: async (trx, _after, _before, now) => {
        if ((await countPaymentRequests(trx, key)) !== timesAsked) throw new AskedMeanwhile()
        await closeOpenRequest(trx, key, now)
      },
    }).catch((error: unknown) => {
      if (!(error instanceof AskedMeanwhile)) throw error
    })
  return requestPaymentAgain(deps, key, {
    timesAsked,
    max: maxPaymentRequests,
    payer: { phone: payer.phone, provider: provider.name },
  })
}

/** Another form was faster: its request stays as it is, and this one is refused. */
class AskedMeanwhile extends Error {}
