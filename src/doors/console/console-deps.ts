import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlaceMap } from '../../base/pages/place-map.ts'
import type { WorkspaceContent } from '../../base/pages/workspace.ts'
import type { AccountRight, ShopRole } from '../../domain/accounts/account-right.ts'
import type { SessionCache } from '../../domain/accounts/session-cache.ts'
import type { SignedInAccount } from '../../domain/accounts/sessions/check-account-session.ts'
import type { ShopRow } from '../../domain/shops/shop-store.ts'
import type { City } from '../../domain/zones/service-map.ts'
import type { DoorServices } from '../../services.ts'
import type { ConsoleAccounts } from './sign-in/console-accounts.ts'

/**
 * The shop's console: everything a shop does with the service without writing a program. Each folder is an area of it,
 * a plugin that is registered in `console-routes.ts` and given these. Every route of a shop states the right that it
 * needs (`config: { needs }`), and the verbs that it calls check it once more.
 */

/** Who is signed in. */
export type ConsolePerson = {
  accountId: string
  /** What they are called; until they have said so, what they sign in with. */
  name: string
  sessionToken: string
  account: SignedInAccount
}

/** A signed-in person in one of their shops. */
export type ConsoleMember = ConsolePerson & { role: ShopRole; shop: ShopRow }

/** The entries of the navigation. */
export const consoleSections = ['home', 'deliveries', 'order', 'settings', 'developers'] as const
export type ConsoleSection = (typeof consoleSections)[number]

/** A page of the console; `section` is null outside of a shop. */
export type ConsoleContent = WorkspaceContent & {
  section: ConsoleSection | null
  /** Whether a form made this page: then it has no address of its own, and no language switch. */
  isFormPage?: boolean
  /** Further scripts, by their names among the assets. */
  scripts?: readonly ConsoleScript[]
}

/** The scripts that only some pages load. */
export type ConsoleScript =
  | 'console-map.js'
  | 'console-live.js'
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
  /** The map of a city, for `data-map`: a page with one loads `console-map.js` (see `mapPlace`). */
  cityMapOf: (request: FastifyRequest, city: City | undefined) => PlaceMap
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a route of a shop needs. */
    needs?: AccountRight
    /** How many requests it counts as, where it takes much more work than a page; 1 if absent. */
    cost?: number
  }
  interface FastifyRequest {
    person: ConsolePerson | null
    member: ConsoleMember | null
  }
}
