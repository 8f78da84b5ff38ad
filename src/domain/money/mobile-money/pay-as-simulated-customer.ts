import type { Database, Trx } from '../../../base/database/open-database.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Payer } from '../../../contract/vocabulary.ts'
import { amountToCollectOf, type DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { changePayment } from '../../deliveries/payment/change-payment.ts'
import type { Alongside, DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { findShop } from '../../shops/shop-store.ts'
import { tripPayment } from '../payments/payment-status.ts'
import { type MobileMoneyDeps, type MobileMoneyProvider, noProviders } from './mobile-money-provider.ts'
import { newPaymentRequest, newTripRequest } from './payment-request.ts'
import {
  countPaymentRequests,
  endOpenRequestAsPaid,
  insertPaymentRequests,
  listProvidersAsked,
} from './payment-request-store.ts'

/**
 * The customer of a sandbox pays at once, whatever their number: the open request to pay ends as paid, or one
 * that is paid is written, so that the books know of the money (decision 199). Throws PAYMENT_NOT_SIMULATED,
 * PAYMENT_TRANSITION_REFUSED, COLLECTION_REFUSED, DELIVERY_NOT_FOUND.
 */
export const payAsSimulatedCustomer = (
  deps: DeliveryDeps & MobileMoneyDeps,
  key: DeliveryKey,
): Promise<DeliveryRow> =>
  changePayment(deps, key, 'confirm', { onlyFor: 'SECURE', alongside: pay(deps, 'CUSTOMER') })

/** The same for a shop that pays the trip of this delivery first. */
export const payAsSimulatedShop = (
  deps: DeliveryDeps & MobileMoneyDeps,
  key: DeliveryKey,
  delivery: DeliveryRow,
): Promise<DeliveryRow> =>
  changePayment(deps, key, tripPayment(amountToCollectOf(delivery)), { alongside: pay(deps, 'SENDER') })

const pay =
  (deps: MobileMoneyDeps, payer: Payer): Alongside =>
  async (trx, delivery, _before, now) => {
    const key = { shopId: delivery.shop_id, id: delivery.id }
    const shop = payer === 'SENDER' ? await findShop(trx, key.shopId) : undefined
    // A shop without a number pays from one like its customer's.
    const phone = shop?.payout_phone ?? delivery.customer_phone
    const { name: provider } = await requireSimulatedPayer({ ...deps, db: trx }, key, phone, payer)
    if (await endOpenRequestAsPaid(trx, key, { provider, now, payer })) return
    const number = (await countPaymentRequests(trx, key, payer)) + 1
    const asked = { id: newId(now), number, now, deadlineMinutes: 0, providers: noProviders }
    const request =
      payer === 'SENDER' ? newTripRequest(delivery, { ...asked, phone }) : newPaymentRequest(delivery, asked)
    const paid = { state: 'PAID', provider, ended_at: now, due_at: null } as const
    await insertPaymentRequests(trx, [{ ...request, ...paid }])
  }

/**
 * The simulated provider that serves whoever pays. Throws PAYMENT_NOT_SIMULATED where a real one does, or
 * holds a request for it: only that provider says what was paid, and what lies with it (decision 248).
 */
export async function requireSimulatedPayer(
  { db, mobileMoney: { providers } }: MobileMoneyDeps & { db: Database | Trx },
  key: DeliveryKey,
  phone: string,
  payer: Payer = 'CUSTOMER',
): Promise<MobileMoneyProvider> {
  const serving = providers.forPhone(phone)
  const asked = await listProvidersAsked(db, key, payer)
  const simulated = providers.all.filter(({ isSimulated }) => isSimulated).map(({ name }) => name)
  const real = asked.find((name) => !simulated.includes(name))
  if (!serving?.isSimulated || real !== undefined)
    throw new ApiError('PAYMENT_NOT_SIMULATED', { provider: real ?? serving?.name ?? null })
  return serving
}
