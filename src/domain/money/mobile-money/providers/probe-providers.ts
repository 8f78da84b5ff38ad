import type { Clock } from '../../../../base/kernel/clock.ts'
import { ProviderAway } from '../mobile-money-provider.ts'
import type { AccountProbe, ProbedProvider } from './provider-account.ts'
import { ProviderRefusesUs } from './provider-answer.ts'

/**
 * What a provider said of its accounts when it was probed, and by how many seconds our clock is ahead of its
 * own.
 */
export type ProviderProbe = { provider: string; accounts: AccountProbe[]; clockAheadSeconds: number | null }

/**
 * Asks every configured provider whether it accepts our credentials, and what lies with it. No money moves.
 */
export function probeProviders({
  clock,
  accounts,
}: {
  clock: Clock
  accounts: readonly ProbedProvider[]
}): Promise<ProviderProbe[]> {
  return Promise.all(
    accounts.map(async (provider) => {
      const probed = await provider.probe()
      const date = probed.find((each) => each.date !== null)?.date ?? null
      return {
        provider: provider.name,
        accounts: probed,
        clockAheadSeconds: date && Math.round((clock.now().getTime() - date.getTime()) / 1_000),
      }
    }),
  )
}

/** What came of asking for one account: accepted, refused, or no answer. */
export async function probeAccount(
  serves: AccountProbe['serves'],
  ask: () => Promise<Pick<AccountProbe, 'balances' | 'date'>>,
): Promise<AccountProbe> {
  try {
    return { serves, outcome: 'ACCEPTED', detail: null, ...(await ask()) }
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    const outcome = error instanceof ProviderRefusesUs ? 'REFUSED' : 'AWAY'
    return { serves, outcome, balances: [], date: null, detail: error.message }
  }
}
