import ipaddr from 'ipaddr.js'

/** Whether an address is one of this machine's own, which no other machine can reach. */
export const isLoopback = (ip: string): boolean =>
  ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'

/** Whether a URL leads to this machine from this machine only. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
