import ipaddr from 'ipaddr.js'

/** Whether an address lies in one of these CIDR ranges; text that is no address lies in none. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const read = ipaddr.process(address)
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range)
    return network.kind() === read.kind() && read.match(network, bits)
  })
}

/** The first bits of an IPv6 address that one connection has, and one customer of a provider at most. */
const connectionBits = 64
export const siteBits = 48

/**
 * What one provider may well have lent to one customer, by what `clientNetwork` returned: the first 24 bits
 * of an IPv4 address or the first 48 of an IPv6 one. Text that is no address is its own network.
 */
export function wideNetwork(network: string): string {
  const address = network.replace(/\/64$/, '')
  if (!ipaddr.isValid(address)) return network
  const bytes = ipaddr.process(address).toByteArray()
  const kept = bytes.length === 4 ? 3 : 6
  return `${ipaddr.fromByteArray(bytes.map((byte, at) => (at < kept ? byte : 0)))}/${kept * 8}`
}

/**
 * The key by which the requests of one client are counted: its IPv4 address, or the first 64 bits of its IPv6
 * address, since one connection has all the other bits (decision 42); `siteBits` where many connections of
 * one customer could shut out others. Text that is no address is its own key.
 */
export function clientNetwork(address: string, bits = connectionBits): string {
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  if (read.kind() === 'ipv4') return read.toString()
  const kept = read.toByteArray().map((byte, at) => (at < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(kept)}/${bits}`
}
