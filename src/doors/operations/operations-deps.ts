import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database, OpenDatabase } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { ServiceRight } from '../../domain/accounts/account-right.ts'
import type { OperatorRole } from '../../domain/accounts/accounts-tables.ts'
import type { Auth } from '../../domain/accounts/create-auth.ts'
import type { SessionCache } from '../../domain/accounts/session-cache.ts'
import type { City } from '../../domain/zones/service-map.ts'
import type { PlaceMap } from '../../pages/place-map.ts'
import type { DoorServices } from '../../services.ts'
import type { FramedContent } from '../../web/page-frame.ts'
import type { SignedInPerson } from '../../web/signed-in-request.ts'

/**
 * The pages of those who run the service: everything that the command line does, for one to five people. Each
 * folder is an area, a plugin that is registered in `operations-routes.ts` and given these. Every route
 * states the right that it needs (`config: { operates }`), and the verbs that it calls check it once more.
 */

/** Somebody who runs the service, and what they may do. */
export type Operator = SignedInPerson & { role: OperatorRole }

/** The entries of the navigation. */
const operationsSections = [
  'board',
  'deliveries',
  'couriers',
  'cities',
  'shops',
  'figures',
  'service',
] as const
export type OperationsSection = (typeof operationsSections)[number]

/** The scripts that only some pages load. */
type OperationsScript =
  | 'workspace-map.js'
  | 'workspace-live.js'
  | 'board.js'
  | 'board-keys.js'
  | 'board-map.js'
  | 'zone-map.js'

/** A page of the operator; `section` is null for one that belongs to none. */
export type OperationsContent = FramedContent<OperationsSection, OperationsScript>

/** What the areas work with. */
export type OperationsDeps = DoorServices & {
  accounts: { db: Database; clock: Clock; auth: Auth }
  database: OpenDatabase
  sessions: SessionCache
  isSecure: boolean
  /** Sends a page in the frame of whoever asks. */
  sendPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    content: OperationsContent,
  ) => unknown
  /** The map of a city, for `data-map`: a page with one loads `workspace-map.js` (see `mapPlace`). */
  cityMapOf: (city: City | undefined) => PlaceMap
  /** The address of the library that draws on a map, which `zone-map.js` loads where something is drawn. */
  geomanLibrary: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a route of the operator's pages needs. */
    operates?: ServiceRight
  }
  interface FastifyRequest {
    operator: Operator | null
  }
}
