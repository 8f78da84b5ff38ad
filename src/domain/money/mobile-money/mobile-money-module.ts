import { firstDueOf } from '../../../base/database/first-due.ts'
import type { Module } from '../../../events/start-modules.ts'
import type { PaymentRequestDeps } from './process-payment-requests.ts'
import { purgeSimulatedPayments } from './purge-simulated-payments.ts'
import { enqueuePaymentRequests, startPaymentRequests } from './start-payment-requests.ts'

/** Mobile money: a request to pay for each parcel that goes out unpaid, followed to its end. */
export const mobileMoneyModule = (deps: PaymentRequestDeps): Module => ({
  name: 'mobile money',
  consumer: enqueuePaymentRequests(deps),
  start: () => startPaymentRequests(deps),
  due: { 'follow payment requests': firstDueOf('payment_requests') },
  purges: { 'purge simulated payments': () => purgeSimulatedPayments(deps) },
})
