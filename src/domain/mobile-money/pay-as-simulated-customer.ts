import { ApiError } from '../../base/contract/errors.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { newId } from '../../base/kernel/clock.ts'
import { changePayment } from '../deliveries/change-payment.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { type MobileMoneyDeps, type MobileMoneyProvider, noProviders } from './mobile-money-provider.ts'
import { newPaymentRequest } from './payment-request.ts'
import {
  countPaymentRequests,
  endOpenRequestAsPaid,
  insertPaymentRequests,
  listProvidersAsked,
} from './payment-request-store.ts'

/**
 * The customer of a sandbox pays at once, whatever their number: the open request to pay ends as paid, or one that is
 * paid is written, so that the books know of the money (decision 199). Throws PAYMENT_NOT_SIMULATED,
 * PAYMENT_TRANSITION_REFUSED, COLLECTION_REFUSED, DELIVERY_NOT_FOUND.
 */
export function payAsSimulatedCustomer(
  deps: DeliveryDeps & MobileMoneyDeps,
  key: DeliveryKey,
): Promise<DeliveryRow> {
  return changePayment(deps, key, 'confirm', {
    onlyFor: 'SECURE',
    alongside: async (trx, delivery, _before, now) => {
      const { name: provider } = await requireSimulatedPayer({ ...deps, db: trx }, key, delivery)
      if (await endOpenRequestAsPaid(trx, key, { provider, now })) return
      const number = (await countPaymentRequests(trx, key)) + 1
      const asked = { id: newId(now), number, now, deadlineMinutes: 0, providers: noProviders }
      const request = newPaymentRequest(delivery, asked)
      const paid = { state: 'PAID', provider, ended_at: now, due_at: null } as const
      await insertPaymentRequests(trx, [{ ...request, ...paid }])
    },
  })
}

/**
 * The simulated provider that serves a customer. Throws PAYMENT_NOT_SIMULATED where a real one does, or holds a request
 * to them: only that provider says what was paid, and what lies with it (decision 248).
 */
export async function requireSimulatedPayer(
  { db, mobileMoney: { providers } }: MobileMoneyDeps & { db: Database | Trx },
  key: DeliveryKey,
  { customer_phone }: Pick<DeliveryRow, 'customer_phone'>,
): Promise<MobileMoneyProvider> {
  const serving = providers.forPhone(customer_phone)
  const asked = await listProvidersAsked(db, key)
  const simulated = providers.all.filter(({ isSimulated }) => isSimulated).map(({ name }) => name)
  const real = asked.find((name) => !simulated.includes(name))
  if (!serving?.isSimulated || real !== undefined)
    throw new ApiError('PAYMENT_NOT_SIMULATED', { provider: real ?? serving?.name ?? null })
  return serving
}
