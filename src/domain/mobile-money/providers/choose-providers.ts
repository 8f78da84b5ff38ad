import type { MoneyRoute } from '../../../derived-settings.ts'
import type { MobileMoneyProvider, ProviderRoutes } from '../mobile-money-provider.ts'
import { type FedapayAccount, payByFedapay } from './pay-by-fedapay.ts'
import { type MtnAccount, payByMtn } from './pay-by-mtn.ts'
import { payByWave, type WaveAccount } from './pay-by-wave.ts'
import type { ProbedProvider, ProviderDeps } from './provider-account.ts'

/**
 * The adapters of providers (decisions 204 to 206): each speaks the port as its provider documents its API. Which one
 * serves a number is a table of settings. What an adapter has to prove is in test/providers.
 */
export type ProviderSettings = {
  /** Who serves the numbers that no route names; undefined for nobody. */
  defaultName: string | undefined
  routes: readonly MoneyRoute[]
  mtn: MtnAccount | undefined
  fedapay: Omit<FedapayAccount, 'modeOf'> | undefined
  wave: WaveAccount | undefined
}

/** The providers that have credentials, and who serves whom; the longest prefix of a number wins. */
export function chooseProviders(
  { defaultName, routes, mtn, fedapay, wave }: ProviderSettings,
  deps: ProviderDeps & { simulated: MobileMoneyProvider | undefined },
): { routes: ProviderRoutes; accounts: readonly ProbedProvider[] } {
  const longestFirst = routes.toSorted((one, other) => other.prefix.length - one.prefix.length)
  const routeOf = (phone: string) => longestFirst.find(({ prefix }) => phone.startsWith(prefix))
  const modeOf = (phone: string) => {
    const route = routeOf(phone)
    return route?.provider === 'fedapay' ? (route.mode ?? undefined) : undefined
  }
  const accounts = [
    ...(mtn ? [payByMtn(mtn, deps)] : []),
    ...(fedapay ? [payByFedapay({ ...fedapay, modeOf }, deps)] : []),
    ...(wave ? [payByWave(wave, deps)] : []),
  ]
  const all: MobileMoneyProvider[] = [...accounts, ...(deps.simulated ? [deps.simulated] : [])]
  const named = (name: string | undefined) => all.find((provider) => provider.name === name)
  return {
    accounts,
    routes: { all, named, forPhone: (phone) => named(routeOf(phone)?.provider ?? defaultName) },
  }
}
