import type { Database } from '../../../../base/database/open-database.ts'
import type { Clock } from '../../../../base/kernel/clock.ts'
import type { MobileMoneyProvider, MoneyOrder, OrderOutcome } from '../mobile-money-provider.ts'
import { ProviderDisagrees } from '../providers/provider-answer.ts'
import { endDisagreement, keepDisagreement } from './keep-disagreement.ts'

/**
 * The provider, of which every word is kept that is otherwise than was ordered, until it agrees. Such a word
 * still counts for nothing: whoever asked is answered as if there had been none. No transaction is open while
 * it is asked.
 */
export function listenToProvider(
  provider: MobileMoneyProvider,
  deps: { db: Database; clock: Clock },
): MobileMoneyProvider {
  const { name, refunds } = provider
  const listening =
    <Order extends MoneyOrder>(kind: 'payment' | 'transfer', call: (order: Order) => Promise<OrderOutcome>) =>
    async (order: Order): Promise<OrderOutcome> => {
      const subject = `${kind}:${order.id}`
      try {
        const outcome = await call(order)
        if (outcome.state === 'PAID' || outcome.state === 'REFUSED') await endDisagreement(deps, subject)
        return outcome
      } catch (error) {
        if (error instanceof ProviderDisagrees)
          await keepDisagreement(
            deps,
            { subject, provider: name, currency: order.currency, amountFcfa: order.amountFcfa },
            error.word,
          )
        throw error
      }
    }
  return {
    ...provider,
    requestToPay: listening('payment', provider.requestToPay),
    paymentStatus: listening('payment', provider.paymentStatus),
    payOut: listening('transfer', provider.payOut),
    payoutStatus: listening('transfer', provider.payoutStatus),
    ...(refunds && {
      refunds: { give: listening('transfer', refunds.give), status: listening('transfer', refunds.status) },
    }),
  }
}
