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

/**
 * The key by which the requests of one client are counted: its IPv4 address, or the first 64 bits of its IPv6
 * address, since one connection has all the other bits (decision 42). Text that is no address is its own key.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  if (read.kind() === 'ipv4') return read.toString()
  return `${ipaddr.fromByteArray([...read.toByteArray().slice(0, 8), ...Array(8).fill(0)])}/64`
}
