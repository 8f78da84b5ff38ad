import { type MoneyOrder, type OrderOutcome, ProviderAway } from './mobile-money-provider.ts'

export type CallDeps = {
  onError: (message: string, error: unknown) => void
  /** How long the provider may take to answer, in ms; 20 s unless given. */
  answerMs?: number
}

/** The provider's answer; undefined when there is none, which is logged and asked for later. */
export async function answerOf<T>(deps: CallDeps, call: () => Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<never>()
  const tooLate = () => late.reject(new ProviderAway('It took too long.'))
  const timer = setTimeout(tooLate, deps.answerMs ?? 20_000)
  try {
    return await Promise.race([call(), late.promise])
  } catch (error) {
    deps.onError('The mobile-money provider did not respond; it is asked again.', error)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Makes an order with a provider; where the provider only prepares it at first, keeps its reference and makes
 * the call that moves the money. `keepRef` returns false when another worker has taken the order over.
 */
export async function placeOrder<Order extends MoneyOrder>(
  deps: CallDeps,
  order: Order,
  call: (order: Order) => Promise<OrderOutcome>,
  keepRef: (providerRef: string) => Promise<boolean>,
): Promise<OrderOutcome | undefined> {
  const first = await answerOf(deps, () => call(order))
  if (first?.state !== 'PREPARED') return first
  const { providerRef } = first
  if (!(await keepRef(providerRef))) return undefined
  const second = await answerOf(deps, () => call({ ...order, providerRef }))
  return second?.state === 'PREPARED' ? undefined : second
}
