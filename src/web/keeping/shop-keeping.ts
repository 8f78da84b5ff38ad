import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../base/kernel/actor.ts'
import type { AccountRight } from '../../domain/accounts/account-right.ts'
import type { ShopRow } from '../../domain/shops/shop-store.ts'
import type { City } from '../../domain/zones/service-map.ts'
import type { PlaceMap } from '../../pages/place-map.ts'
import type { DoorServices } from '../../services.ts'
import type { FramedContent } from '../page-frame.ts'
import type { DeveloperFacts } from './developer-facts-page.ts'

/**
 * Keeping a shop: its API keys, its webhook endpoints and its pickup addresses, and reading its statement and
 * invoices (`statements/` beside this folder). The people of the shop do it on their console, and those who
 * run the service on their own pages, with the same pages and verbs (decision 188). Each plugin of this
 * folder is registered by both doors, which say here where it stands and who asks.
 */

type KeptArea = 'keys' | 'endpoints' | 'addresses' | 'money'

/** A page of this folder, before its door frames it. */
export type KeptContent = Omit<FramedContent<never, 'workspace-map.js'>, 'section'>

/** What the pages of this folder need of the door in which they stand. */
export type KeepingDeps = DoorServices & {
  /** The address of the pages of a shop as routes name it: `/console/shops/:shopId`. */
  shopPath: string
  /** The address of a page of a shop. */
  shopHref: (shopId: string, path?: string) => string
  /** What a route states that needs this right. */
  configFor: (right: AccountRight) => FastifyContextConfig
  /** The shop that a request is about. */
  shopOf: (request: FastifyRequest) => ShopRow
  actorOf: (request: FastifyRequest) => Actor
  readFacts: (request: FastifyRequest) => Promise<DeveloperFacts>
  sendKept: (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    area: KeptArea,
    content: KeptContent,
  ) => unknown
  cityMapOf: (request: FastifyRequest, city: City | undefined) => PlaceMap
}
