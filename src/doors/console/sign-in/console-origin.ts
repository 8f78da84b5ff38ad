import type { FastifyRequest } from 'fastify'
import type { SignInOrigin } from '../../../domain/accounts/count-tries.ts'
import { type KnownBrowser, knownBrowserOf } from '../../../domain/accounts/known-browser.ts'
import { phoneCountries } from '../../../domain/zones/phone-countries.ts'
import { clientNetwork } from '../../../http/client-network.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { readConsoleCookies } from './console-cookies.ts'
import { readTypedName, type TypedName } from './console-name.ts'

/** Who somebody says they are, and where they say it. */
export type Asker = TypedName & { browser: KnownBrowser | undefined; from: SignInOrigin }

/** Reads what was typed; in a known browser an ambiguous number is the one that the browser is known by. */
export function askerOf(deps: ConsoleDeps, request: FastifyRequest, text: string): Asker {
  const name = readTypedName(text, phoneCountries(deps.pricing.map.current().cities, deps.config.TIME_ZONE))
  const browser = browserOf(deps, request, name.email === null ? name.phones : [name.email])
  const phones = browser && name.email === null ? [browser.phone] : name.phones
  return { ...name, phones, browser, from: browser ?? { network: clientNetwork(request.ip) } }
}

/** The browser that asks, if somebody has signed in there with one of these names. */
export const browserOf = (
  { accounts }: ConsoleDeps,
  { headers }: FastifyRequest,
  names: readonly string[],
): KnownBrowser | undefined =>
  knownBrowserOf(
    readConsoleCookies(headers.cookie).knownBrowser,
    names,
    accounts.clock.now(),
    accounts.secrets,
    'console',
  )
