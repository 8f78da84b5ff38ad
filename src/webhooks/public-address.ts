import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses may be called (decision 41): public ones, and ranges an operator allows by setting. */
export type AddressRules = {
  /** CIDR ranges allowed besides, such as those of the operator's own network. */
  allowedRanges: readonly string[]
  /** Plain HTTP and any address, for work on one's own machine; refused in production. */
  allowInsecure: boolean
}

/** Prefixes that carry an IPv4 address inside, or that the library counts as ordinary unicast. */
const carriers = [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
  '5f00::/16',
  'fec0::/10',
  '100::/64',
  '3fff::/20',
]
const carrierRanges = carriers.map((range) => ipaddr.IPv6.parseCIDR(range))

/** Whether an IP address in any spelling may be connected to. */
export function isCallable(address: string, rules: AddressRules): boolean {
  if (rules.allowInsecure) return true
  if (!isIP(address)) return false
  const parsed = ipaddr.process(address)
  if (rules.allowedRanges.some((range) => isWithin(parsed, range))) return true
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || !carrierRanges.some((range) => (parsed as ipaddr.IPv6).match(range))
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(range)
  return base.kind() === address.kind() && address.match(base as never, bits)
}
