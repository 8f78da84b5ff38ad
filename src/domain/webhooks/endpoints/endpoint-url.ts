import { isIP } from 'node:net'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type AddressRules, isCallable } from './public-address.ts'

/** Longest address of an endpoint, in characters, as it is given and as it is kept. */
const maxUrlLength = limits.webhookUrl.max

/** Names that lead to the machine itself, whatever a resolver says. */
const ownName = /(^|\.)(localhost|localdomain)$/

/** Names that lead into a private network, or nowhere. */
const localName = /(^|\.)(local|internal|intranet|lan|home|corp|home\.arpa|onion|invalid|test|example)$/

/**
 * Parses the address of an endpoint as a WHATWG URL, so that every spelling of an IP address is recognised.
 * Spellings that make the same request to the same server become one: a fragment, a dot that ends the host
 * and a bare question mark are left out. Throws WEBHOOK_URL_REFUSED with the reason: not
 * https, credentials, a local name, or an address that is not public (decision 41).
 */
export function readEndpointUrl(text: string, rules: AddressRules): URL {
  if (text.length > maxUrlLength || !URL.canParse(text))
    throw new ApiError('WEBHOOK_URL_REFUSED', { reason: 'MALFORMED' })
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(rules.allowInsecure && url.protocol === 'http:')) {
    throw new ApiError('WEBHOOK_URL_REFUSED', { reason: 'NOT_HTTPS' })
  }
  if (url.username || url.password) throw new ApiError('WEBHOOK_URL_REFUSED', { reason: 'CREDENTIALS' })
  if (!rules.allowInsecure && isLocal(url.hostname, rules)) {
    throw new ApiError('WEBHOOK_URL_REFUSED', { reason: 'NOT_PUBLIC' })
  }
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  if (url.search === '') url.search = ''
  // What is not ASCII grows when it is encoded, and what is saved is read again at every request.
  if (url.href.length > maxUrlLength) throw new ApiError('WEBHOOK_URL_REFUSED', { reason: 'MALFORMED' })
  return url
}

function isLocal(hostname: string, rules: AddressRules): boolean {
  const host = hostname.replace(/(?<!\.)\.+$/, '').toLowerCase()
  const literal = literalAddress(host)
  if (literal !== undefined) return !isCallable(literal, rules)
  if (ownName.test(host)) return true
  // Of who may call a network of their own the addresses decide that a name leads to.
  return rules.allowedRanges.length === 0 && (!host.includes('.') || localName.test(host))
}

/** The IP address that a host name is, if it is one; without the brackets of IPv6. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) ? bare : undefined
}
