import ipaddr from 'ipaddr.js'

/**
 * What stands for one client where their requests are counted: the address, or of an IPv6 address the first 64
 * bits, since a single connection has all the others (decision 91). What is no address stands for itself.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  if (read.kind() === 'ipv4') return read.toString()
  return `${ipaddr.fromByteArray([...read.toByteArray().slice(0, 8), ...Array(8).fill(0)])}/64`
}
