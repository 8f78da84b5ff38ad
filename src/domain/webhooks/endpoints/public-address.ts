import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses may be called (decision 41): public ones, and ranges an operator allows by setting. */
export type AddressRules = {
  /** CIDR ranges that are allowed as well, such as those of the operator's own network. */
  allowedRanges: readonly string[]
  /** Plain HTTP and any address, for work on one's own machine; refused in production. */
  allowInsecure: boolean
}

/**
 * The only part of IPv6 allocated for public use; the rest embeds IPv4 addresses, is local, or is not
 * allocated yet.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Addresses of public ranges that lead to the machine's own host: Azure's, with its secrets. */
const hostAddresses: readonly string[] = ['168.63.129.16']

/** Whether an IP address in any spelling may be connected to. */
export function isCallable(address: string, rules: AddressRules): boolean {
  if (rules.allowInsecure) return true
  if (!isIP(address)) return false
  const parsed = ipaddr.process(address)
  if (rules.allowedRanges.some((range) => isWithin(parsed, range))) return true
  if (parsed.range() !== 'unicast' || hostAddresses.includes(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast)
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(range)
  return base.kind() === address.kind() && address.match(base as never, bits)
}
