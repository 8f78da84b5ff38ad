import type { MobileMoneyProvider } from '../mobile-money-provider.ts'
import type { ProviderDeps } from './provider-account.ts'
import { ProviderDisagrees, ProviderRefusesUs } from './provider-answer.ts'

const hourMs = 3_600_000
/** How many messages are remembered, so that none is sent twice in an hour. */
const maxRemembered = 1_000

/** Alerts the operator, of the same thing at most once an hour. */
export function alertHourly({ clock, alertOperator }: ProviderDeps): ProviderDeps['alertOperator'] {
  const sent = new Map<string, number>()
  return (message, about) => {
    const key = `${message} ${JSON.stringify(about)}`
    const now = clock.now().getTime()
    if (now - (sent.get(key) ?? Number.NEGATIVE_INFINITY) < hourMs) return
    if (sent.size >= maxRemembered) sent.clear()
    sent.set(key, now)
    alertOperator(message, about)
  }
}

/**
 * The provider, which alerts the operator when it refuses our credentials, or tells something else than was
 * ordered.
 */
export function alertProviderFaults<Provider extends MobileMoneyProvider>(
  provider: Provider,
  alertOperator: ProviderDeps['alertOperator'],
): Provider {
  const { name, refunds, cancelPayment } = provider
  const watching =
    <Order extends { id: string }, Said>(call: (order: Order) => Promise<Said>) =>
    async (order: Order): Promise<Said> => {
      try {
        return await call(order)
      } catch (error) {
        if (error instanceof ProviderRefusesUs) alertOperator(error.message, { provider: name })
        if (error instanceof ProviderDisagrees)
          alertOperator('A mobile-money provider tells something else of an order than was ordered.', {
            provider: name,
            orderId: order.id,
            disagreement: error.message,
          })
        throw error
      }
    }
  return {
    ...provider,
    requestToPay: watching(provider.requestToPay),
    paymentStatus: watching(provider.paymentStatus),
    ...(cancelPayment && { cancelPayment: watching(cancelPayment) }),
    payOut: watching(provider.payOut),
    payoutStatus: watching(provider.payoutStatus),
    ...(refunds && { refunds: { give: watching(refunds.give), status: watching(refunds.status) } }),
  }
}
