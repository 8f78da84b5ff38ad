import { lookup, Resolver } from 'node:dns/promises'
import type { AttemptFailure } from '../../../contract/vocabulary.ts'
import { literalAddress } from './endpoint-url.ts'
import { type AddressRules, isCallable } from './public-address.ts'

/** Every address of a host name. Throws when there is none or the resolver did not respond in time. */
export type Resolve = (hostname: string) => Promise<string[]>

/** How long a name server may take, in milliseconds, and how often it is asked. */
const resolverOptions = { timeout: 2_000, tries: 2 }

/**
 * A resolver of our own (c-ares): in the system's, slow names would delay everybody else's.
 * `servers` are name servers to ask instead of the system's.
 */
export function resolveByOwnServers(servers: readonly string[] | undefined): Resolve {
  const resolver = new Resolver(resolverOptions)
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const failed = answers.find((answer) => answer.status === 'rejected' && !hasNoAddress(answer.reason))
    if (failed) throw new Error('The name could not be resolved for every kind of address.')
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw new Error('The name has no address.')
    return addresses
  }
}

/**
 * A name may have addresses of one kind alone. Any other failure refuses it: where one kind is an alias of a
 * name inside, whether that one exists would show.
 */
const hasNoAddress = (error: NodeJS.ErrnoException): boolean => error.code === 'ENODATA'

/** The system's resolver, which knows `localhost`: for work on one's own machine. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** Thrown when a request must not be made, with the reason. The reason never names an address. */
export class TargetRefused extends Error {
  override name = 'TargetRefused'
  readonly failure: AttemptFailure
  constructor(failure: 'DNS' | 'BLOCKED_ADDRESS') {
    super(failure)
    this.failure = failure
  }
}

/**
 * The address to connect to for a host: its only address, or the first of several that may all be called. One
 * special address among them refuses the host. Throws TargetRefused.
 */
export async function callableAddress(
  hostname: string,
  rules: AddressRules,
  resolve: Resolve,
): Promise<string> {
  const literal = literalAddress(hostname)
  const addresses = literal === undefined ? await resolved(hostname, resolve) : [literal]
  if (!addresses.every((address) => isCallable(address, rules))) throw new TargetRefused('BLOCKED_ADDRESS')
  const [first] = addresses
  if (first === undefined) throw new TargetRefused('DNS')
  return first
}

async function resolved(hostname: string, resolve: Resolve): Promise<string[]> {
  try {
    return await resolve(hostname)
  } catch {
    throw new TargetRefused('DNS')
  }
}
