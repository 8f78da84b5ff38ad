import type { CachedValue } from '../../base/database/cached-value.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { TourDeps } from '../tours/tour-limits.ts'
import type { AddressRules } from '../webhooks/endpoints/public-address.ts'
import type { Resolve } from '../webhooks/endpoints/resolve-target.ts'
import type { RequestResult } from '../webhooks/sending/send-request.ts'
import type { ServiceMap } from '../zones/service-map.ts'
import type { VapidKeys } from './vapid-keys.ts'

/**
 * Push: phones of couriers hear of an offer while no page of theirs is open (RFC 8030, 8291 and 8292;
 * decisions 172 and 173). Which phones is kept with couriers; what is to be sent follows from offers and
 * lasts as long as they do. Nothing here says whose parcel it is or for whom.
 */
export type PushDeps = {
  db: Database
  clock: Clock
  map: CachedValue<ServiceMap>
  /** The pair that phones ask for pushes under, and those under which others may have asked before. */
  vapid: VapidKeys & {
    former: readonly VapidKeys[]
    /** Whom a push service may write to about us: `mailto:` or `https:`. */
    subject: string
  }
  /** Where requests may go: to public addresses alone, whatever webhooks are allowed. */
  rules: AddressRules
  resolve: Resolve
  /** The names of the push services that may be used; empty for every one. */
  allowedHosts: readonly string[]
  /** What a courier's page shows follows from these. */
  tours: TourDeps
  /** Posts a request to a push service. Never rejects. */
  post: (url: string, headers: Record<string, string>, body: Buffer) => Promise<RequestResult>
  log: Record<'warn', (about: object, message: string) => void>
}

/** How long a push service may take over name, connection, headers and body together, in milliseconds. */
export const pushDeadlineMs = 5_000
