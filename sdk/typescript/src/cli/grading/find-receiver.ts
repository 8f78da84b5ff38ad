import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { BlockList, connect, isIP } from 'node:net'
import type { Message } from '../words.ts'

/** Where a receiver answers: `localhost` may be two addresses, and a receiver on one of them alone. */
export type FoundReceiver = { url: string; address: string; port: number }

/** Thrown for an address to which nothing is sent, with the sentence that says why. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly sentence: Message
  constructor(sentence: Message) {
    super(sentence)
    this.sentence = sentence
  }
}

/** How long a receiver may take to accept a connection, in ms. */
const connectMs = 5_000

/** Networks in which plain http may be used: one's own machine and what is around it. */
const ownNetworks = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(network, prefix, 'ipv6')

type Resolve = (hostname: string) => Promise<string[]>

/** The system's resolver, which knows `localhost`. */
const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/**
 * Looks for a receiver; undefined when nothing accepts connections there. Plain http is for one's own machine
 * and network alone. Throws AddressRefused.
 */
export async function findReceiver(
  text: string,
  resolve: Resolve = resolveBySystem,
): Promise<FoundReceiver | undefined> {
  const url = readUrl(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (url.protocol === 'http:' && !addresses.every(isOwn))
    throw new AddressRefused(
      'The address must begin with https://. To receive events on your own machine, use colis listen.',
    )
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

const isOwn = (address: string) => ownNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A URL as the service takes it, without what makes no other request. */
function readUrl(text: string): URL {
  const url = urlOf(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new AddressRefused('This is not a web address.')
  if (url.username || url.password)
    throw new AddressRefused('The address must not contain a user name or a password.')
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
