import { LRUCache } from 'lru-cache'
import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { type CustomerLink, customerToken } from './customer-link.ts'

/** About 2 MiB of addresses: what shops list and poll is mostly of the last days. */
const maxLinks = 10_000

/**
 * Makes the addresses of customers' pages, which begin with `path`, and keeps the last ones: every read of a
 * delivery returns its address, and signing it would cost as much as the rest of its body three times over.
 */
export function cacheCustomerLinks(path: string, secrets: SecretKeys): CustomerLink {
  const links = new LRUCache<string, { linkVersion: number; url: string }>({ max: maxLinks })
  return (delivery) => {
    const { id, linkVersion } = delivery
    const known = links.get(id)
    if (known?.linkVersion === linkVersion) return known.url
    const url = `${path}${customerToken(delivery, secrets)}`
    links.set(id, { linkVersion, url })
    return url
  }
}
