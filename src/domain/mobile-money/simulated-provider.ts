import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { simulatedAnswer } from './magic-number.ts'
import { type MobileMoneyProvider, ProviderAway } from './mobile-money-provider.ts'
import { findSimulatedPayment, insertSimulatedPayment } from './simulated-payment-store.ts'

/** How long a simulated customer takes to answer, in ms. */
const answersAfterMs = 5_000

/**
 * The provider of the sandbox: its customers answer after 5 s, by the last four digits of their phone. It
 * stores payments in a table of its own, as an external provider would, so that they survive a restart.
 */
export function simulatedProvider({ db, clock }: { db: Database; clock: Clock }): MobileMoneyProvider {
  return {
    name: 'simulated',
    requestToPay: ({ requestId, phone }) =>
      insertSimulatedPayment(db, requestId, {
        answer: simulatedAnswer(phone),
        answersAt: new Date(clock.now().getTime() + answersAfterMs),
      }),
    statusOf: async (requestId) => {
      const payment = await findSimulatedPayment(db, requestId)
      if (!payment) throw new ProviderAway('The simulated provider was never asked for this payment.')
      return clock.now() < payment.answersAt ? 'PENDING' : payment.answer
    },
  }
}
