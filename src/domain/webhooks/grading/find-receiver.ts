import { once } from 'node:events'
import { connect } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ApiError } from '../../../contract/errors.ts'
import { literalAddress, readEndpointUrl } from '../endpoints/endpoint-url.ts'
import { type Resolve, resolveBySystem } from '../endpoints/resolve-target.ts'

/** Where a receiver answers: `localhost` may be two addresses, and a receiver on one of them alone. */
export type FoundReceiver = { url: string; address: string; port: number }

/** How long a receiver may take to accept a connection, in ms. */
const connectMs = 5_000

/** Networks in which plain http may be used: one's own machine and what is around it. */
const ownRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/**
 * Looks for a receiver; undefined when nothing accepts connections there. Plain http is for one's own machine
 * and network alone. Throws WEBHOOK_URL_REFUSED.
 */
export async function findReceiver(
  text: string,
  resolve: Resolve = resolveBySystem,
): Promise<FoundReceiver | undefined> {
  const url = readEndpointUrl(text, { allowedRanges: [], allowInsecure: true })
  const literal = literalAddress(url.hostname)
  const addresses = literal === undefined ? await resolvedBy(resolve, url.hostname) : [literal]
  if (url.protocol === 'http:' && !addresses.every(isOwn))
    throw new ApiError('WEBHOOK_URL_REFUSED', { reason: 'NOT_HTTPS' })
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  for (const address of addresses) {
    const found = { url: url.href, address, port }
    if (await isReachable(found)) return found
  }
  return undefined
}

/** Whether something accepts connections there now. */
export async function isReachable({
  address,
  port,
}: Pick<FoundReceiver, 'address' | 'port'>): Promise<boolean> {
  const socket = connect({ host: address, port })
  const connected = once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) })
  const isConnected = await connected.then(
    () => true,
    () => false,
  )
  socket.on('error', () => {}).destroy()
  return isConnected
}

const isOwn = (address: string) => ownRanges.includes(ipaddr.process(address).range())

/** A name that leads nowhere has no addresses. */
const resolvedBy = (resolve: Resolve, hostname: string): Promise<string[]> =>
  resolve(hostname).catch(() => [])
