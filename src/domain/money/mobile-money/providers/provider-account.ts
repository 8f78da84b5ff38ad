import type { Clock } from '../../../../base/kernel/clock.ts'
import type { MobileMoneyProvider } from '../mobile-money-provider.ts'

/** What lies with a provider, as it writes it. */
export type ProviderBalance = { name: string | null; amount: string; currency: string | null }

/** What a provider says of the credentials for one of its products. */
export type AccountProbe = {
  /** What they are for; BOTH where one key is for everything. */
  serves: 'PAYMENTS' | 'PAYOUTS' | 'BOTH'
  outcome: 'ACCEPTED' | 'REFUSED' | 'AWAY'
  balances: ProviderBalance[]
  /** The time on its clock; null where it did not tell. */
  date: Date | null
  /** Why not, in a sentence without secrets. */
  detail: string | null
}

/** A provider whose credentials can be tried without moving money. */
export type ProbedProvider = MobileMoneyProvider & { probe(): Promise<AccountProbe[]> }

/** What every adapter works with. */
export type ProviderDeps = {
  clock: Clock
  /** Alerts the operator, whose message holds no secret. */
  alertOperator: (message: string, about: Record<string, string>) => void
}
