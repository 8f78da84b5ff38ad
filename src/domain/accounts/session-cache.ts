import { createHash, randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sessionCookieOf } from './session-cookie.ts'

/**
 * A cache of whose sessions are whose. Every courier on duty sends requests every few seconds, and looking
 * each session up again would cost many times the rest. No position is stored of a courier who is off duty
 * and carries nothing, and a version means nothing to anybody who has not seen the page, so a cached session
 * that ended a minute ago does no harm (decision 94). One entry for each session, whatever else its browser
 * sends in the `Cookie` header.
 */
export type SessionCache = {
  /**
   * Whose session a `Cookie` header carries, if it was good a moment ago: a courier's identifier, or an
   * account's.
   */
  holderOf(cookie: string | undefined): string | undefined
  /** Caches the session `token`, which was found behind this header. */
  add(cookie: string | undefined, token: string, holderId: string): void
  forget(cookie: string | undefined): void
}

const maxCachedSessions = 20_000
const maxCacheMs = 60_000

/** Makes an empty cache of sessions. */
export function cacheSessions(): SessionCache {
  const sessions = new LRUCache<string, { digest: string; holderId: string }>({ max: maxCachedSessions })
  return {
    holderOf: (cookie) => {
      const session = sessionCookieOf(cookie)
      const found = session && sessions.get(session.token)
      return found && found.digest === digestOf(session.signed) ? found.holderId : undefined
    },
    add: (cookie, token, holderId) => {
      const session = sessionCookieOf(cookie)
      // Two cookies with the same name: ours is not the one that was looked up.
      if (session?.token !== token) return
      sessions.set(token, { digest: digestOf(session.signed), holderId }, { ttl: cacheMs() })
    },
    forget: (cookie) => {
      const session = sessionCookieOf(cookie)
      if (session) sessions.delete(session.token)
    },
  }
}

/**
 * Random for each entry: sessions that are cached all at once after a start would be looked up all at once
 * for ever.
 */
const cacheMs = () => randomInt(maxCacheMs / 2, maxCacheMs)

/** Hashed, because a substring of a header would keep the whole header in memory. */
const digestOf = (signed: string): string => createHash('sha256').update(signed).digest('base64')
