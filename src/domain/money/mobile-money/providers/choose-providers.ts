import type { MoneyRoute } from '../../../../derived-settings.ts'
import { type PaymentBounds, unbounded } from '../../payments/collecting.ts'
import type { MobileMoneyProvider, ProviderRoutes } from '../mobile-money-provider.ts'
import { callingCodeOf } from '../phone-operators.ts'
import { defaultRoutes } from './default-routes.ts'
import { type FedapayAccount, payByFedapay } from './pay-by-fedapay.ts'
import { type MtnAccount, payByMtn } from './pay-by-mtn.ts'
import { payByWave, type WaveAccount } from './pay-by-wave.ts'
import type { ProbedProvider, ProviderDeps } from './provider-account.ts'
import {
  boundsOf,
  fedapayCountries,
  type KnownProvider,
  mtnCountries,
  type OwnBounds,
  type ProviderCountries,
  waveCountries,
} from './provider-countries.ts'

/**
 * The adapters of providers (decisions 204 to 206): each speaks the port as its provider documents its API.
 * Which one serves a number is a table of settings, or by default that of operators. What an adapter has to
 * prove is in test/providers.
 */
type ProviderSettings = {
  /** Who serves the numbers that no route names; undefined for nobody. */
  defaultName: string | undefined
  /** None for those of the operators. */
  routes: readonly MoneyRoute[]
  /** What a payment may be where a contract says other than the rules. */
  bounds: readonly OwnBounds[]
  mtn: MtnAccount | undefined
  fedapay: Omit<FedapayAccount, 'modeOf'> | undefined
  wave: WaveAccount | undefined
}

/** What keeps of a provider's words those that are otherwise than was ordered. */
type ListenTo = (provider: MobileMoneyProvider) => MobileMoneyProvider

/** The providers that have credentials, and who serves whom; the longest prefix of a number wins. */
export function chooseProviders(
  { defaultName, routes, bounds, mtn, fedapay, wave }: ProviderSettings,
  deps: ProviderDeps & { simulated: MobileMoneyProvider | undefined; listen: ListenTo },
): { routes: ProviderRoutes; accounts: readonly ProbedProvider[] } {
  const countries: Partial<Record<KnownProvider, ProviderCountries>> = {
    ...(mtn && { mtn: mtnCountries(mtn.targetEnvironment) }),
    ...(fedapay && { fedapay: fedapayCountries }),
    ...(wave && { wave: waveCountries(wave.apiKey) }),
  }
  const chosen = routes.length > 0 ? routes : defaultRoutes(defaultName, countries)
  const longestFirst = chosen.toSorted((one, other) => other.prefix.length - one.prefix.length)
  const routeOf = (phone: string) => longestFirst.find(({ prefix }) => phone.startsWith(prefix))
  const modeOf = (phone: string) => {
    const route = routeOf(phone)
    return route?.provider === 'fedapay' ? (route.mode ?? undefined) : undefined
  }
  const accounts = [
    ...(mtn ? [payByMtn(mtn, deps)] : []),
    ...(fedapay ? [payByFedapay({ ...fedapay, modeOf }, deps)] : []),
    ...(wave ? [payByWave(wave, deps)] : []),
  ].map((account) => withBounds(account, countries, bounds))
  const all: MobileMoneyProvider[] = [
    ...accounts.map(deps.listen),
    ...(deps.simulated ? [deps.simulated] : []),
  ]
  const named = (name: string | undefined) => all.find((provider) => provider.name === name)
  const forPhone = (phone: string) => named(routeOf(phone)?.provider ?? defaultName)
  /** Who serves some of the numbers of a country. */
  const inCountry = (country: string): MobileMoneyProvider[] => {
    const code = callingCodeOf(country)
    const leads = ({ prefix }: MoneyRoute) => prefix.startsWith(code) || code.startsWith(prefix)
    const names = new Set([defaultName, ...chosen.filter(leads).map(({ provider }) => provider)])
    return all.filter((provider) => names.has(provider.name) && boundsWith(provider, country) !== undefined)
  }
  return {
    accounts,
    routes: {
      all,
      named,
      forPhone,
      inCountry,
      boundsIn: (country, phone) => {
        const serving = inCountry(country)
        const asked = phone === undefined ? undefined : forPhone(phone)
        return widest(
          (asked && serving.includes(asked) ? [asked] : serving).map((each) => boundsWith(each, country)),
        )
      },
    },
  }
}

const withBounds = (
  account: ProbedProvider,
  countries: Partial<Record<KnownProvider, ProviderCountries>>,
  own: readonly OwnBounds[],
): ProbedProvider => {
  const name = account.name as KnownProvider
  return { ...account, boundsIn: boundsOf(name, countries[name] ?? [], own) }
}

const boundsWith = ({ boundsIn }: MobileMoneyProvider, country: string): PaymentBounds | undefined =>
  boundsIn ? boundsIn(country) : unbounded

function widest(all: readonly (PaymentBounds | undefined)[]): PaymentBounds | undefined {
  const known = all.filter((each) => each !== undefined)
  if (known.length === 0) return undefined
  return {
    minFcfa: Math.min(...known.map(({ minFcfa }) => minFcfa)),
    maxFcfa: Math.max(...known.map(({ maxFcfa }) => maxFcfa)),
  }
}
