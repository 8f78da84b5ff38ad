import type { RefusalReason } from '../../../../contract/vocabulary.ts'
import { type MoneyOrder, ProviderAway } from '../mobile-money-provider.ts'
import type { ProviderBalance, ProviderDeps } from './provider-account.ts'

/** The most that a provider takes for itself on top of what it sends, in percent of it. */
const mostFeePercent = 2

/**
 * What a refusal means that says of too little money alone: the service's own, or the limit of whoever is to
 * receive it. Undefined where the balances, as the provider writes them, do not tell.
 */
export function floatOrLimit(
  { amountFcfa }: Pick<MoneyOrder, 'amountFcfa'>,
  balances: readonly ProviderBalance[],
  currency: string,
): Extract<RefusalReason, 'FLOAT_TOO_LOW' | 'LIMIT_REACHED'> | undefined {
  const lies = balances
    .filter((balance) => balance.currency === currency)
    .map(({ amount }) => amountOf(amount))
  const [first] = lies
  if (first === undefined || lies.some(Number.isNaN)) return undefined
  const sum = lies.reduce((total, each) => total + each, 0)
  return sum * 100 < amountFcfa * (100 + mostFeePercent) ? 'FLOAT_TOO_LOW' : 'LIMIT_REACHED'
}

const amountOf = (text: string): number => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN)

/**
 * Why money that we sent was refused, where the provider's word means either (decision 250). Only a balance
 * that is too low is one that the operator is told to add to; where the provider does not tell it, they are
 * told to look.
 */
export async function readFloatOrLimit(
  order: MoneyOrder,
  currency: string,
  readBalances: () => Promise<readonly ProviderBalance[]>,
  alertOperator: ProviderDeps['alertOperator'],
): Promise<RefusalReason> {
  const balances = await readBalances().catch((error: unknown) => {
    if (error instanceof ProviderAway) return []
    throw error
  })
  const reason = floatOrLimit(order, balances, currency)
  if (reason === undefined)
    alertOperator(
      'A provider refused to send money, for its balance or for the limit of the receiver: see the balance in its portal.',
      {},
    )
  return reason ?? 'PROVIDER_FAILED'
}
