import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback, isLoopbackUrl } from '../../base/kernel/loopback.ts'

/** What matters of a request for the outbox. */
type OutboxCaller = {
  ip: string
  /** The name in the request’s Host, without a port. */
  hostname: string
  /** Whether it came through a proxy that is not trusted. */
  isForwarded: boolean
}

/**
 * Whether a caller is on this machine. A request that a proxy forwards comes from this machine as well, and
 * so does one from a page whose name was made to lead here: neither counts.
 */
export function isAtThisMachine({ ip, hostname, isForwarded }: OutboxCaller, publicUrl: string): boolean {
  const names = ['localhost', '127.0.0.1', '[::1]', new URL(publicUrl).hostname]
  return !isForwarded && names.includes(hostname.toLowerCase()) && isLoopback(ip)
}

/**
 * Whether a proxy shows in how a request came: by a header that no browser sends to an address, or by old
 * HTTP.
 */
export const isHandedOn = (headers: IncomingHttpHeaders, httpVersion: string): boolean =>
  httpVersion === '1.0' ||
  Object.keys(headers).some((name) => name.startsWith('x-') || handedOnHeaders.has(name))

const handedOnHeaders = new Set(['forwarded', 'via', 'true-client-ip', 'cf-connecting-ip', 'client-ip'])

/**
 * Whether the service's own address is reachable from this machine only. Otherwise there may be a proxy
 * before it, and one that adds no header makes everybody look as if they were on this machine.
 */
export const isForThisMachine = (publicUrl: string | undefined): boolean =>
  publicUrl === undefined || isLoopbackUrl(publicUrl)
