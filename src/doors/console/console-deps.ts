import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountRight, ShopRole } from '../../domain/accounts/account-right.ts'
import type { SessionCache } from '../../domain/accounts/session-cache.ts'
import type { ShopRow } from '../../domain/shops/shop-store.ts'
import type { City } from '../../domain/zones/service-map.ts'
import type { PlaceMap } from '../../pages/place-map.ts'
import type { DoorServices } from '../../services.ts'
import type { FramedContent } from '../../web/page-frame.ts'
import type { SignedInPerson } from '../../web/signed-in-request.ts'
import type { ConsoleAccounts } from './sign-in/console-accounts.ts'

/**
 * The shop's console: everything a shop does with the service without writing a program. Each folder is an
 * area of it, a plugin that is registered in `console-routes.ts` and given these. Every route of a shop
 * states the right that it needs (`config: { needs }`), and the verbs that it calls check it once more.
 */

/** A signed-in person in one of their shops. */
export type ConsoleMember = SignedInPerson & { role: ShopRole; shop: ShopRow }

/** The entries of the navigation. */
const consoleSections = ['home', 'deliveries', 'order', 'settings', 'developers'] as const
export type ConsoleSection = (typeof consoleSections)[number]

/** A page of the console; `section` is null outside of a shop. */
export type ConsoleContent = FramedContent<ConsoleSection, ConsoleScript>

/** The scripts that only some pages load. */
type ConsoleScript =
  | 'workspace-map.js'
  | 'workspace-live.js'
  | 'console-order.js'
  | 'console-share.js'
  | 'console-logo.js'

/** What the areas of the console work with. */
export type ConsoleDeps = DoorServices & {
  accounts: ConsoleAccounts
  sessions: SessionCache
  isSecure: boolean
  /** Sends a page in the frame of whoever asks. */
  sendPage: (request: FastifyRequest, reply: FastifyReply, status: number, content: ConsoleContent) => unknown
  /** The map of a city, for `data-map`: a page with one loads `workspace-map.js` (see `mapPlace`). */
  cityMapOf: (request: FastifyRequest, city: City | undefined) => PlaceMap
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a route of a shop needs. */
    needs?: AccountRight
  }
  interface FastifyRequest {
    member: ConsoleMember | null
  }
}
