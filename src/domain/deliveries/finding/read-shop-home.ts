import type { Database } from '../../../base/database/open-database.ts'
import { type Clock, firstIdAt } from '../../../base/kernel/clock.ts'
import { localDay } from '../../../base/kernel/local-time.ts'
import {
  countByStatus,
  listMatters,
  type Matter,
  type MatterKind,
  type StatusCount,
} from './shop-home-store.ts'

/** What a shop has to do, and how its deliveries stand. */
export type ShopHome = {
  /** The oldest first, at most 20 of each; `hasMore` where there are others. */
  matters: Record<MatterKind, { deliveries: Matter[]; hasMore: boolean }>
  /** Every status, in the order of a delivery’s life: those created today, and open ones from before. */
  counts: StatusCount[]
}

const maxMatters = 20
const missingAfterMs = 60 * 60_000
/** A parcel that was called back longer ago is no longer on its way: it is a matter for the operator. */
const comingBackForMs = 7 * 24 * 60 * 60_000

/**
 * The home of a shop (decision 140): what needs it, and the deliveries of today in a time zone. Endpoints
 * that fail are known by webhooks.
 */
export async function readShopHome(
  { db, clock }: { db: Database; clock: Clock },
  shopId: string,
  timeZone: string,
): Promise<ShopHome> {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { from, until } = localDay(now, timeZone)
  const [matters, counts] = await Promise.all([
    listMatters(db, shopId, {
      calledBackSince: ago(comingBackForMs),
      missingUntilId: firstIdAt(ago(missingAfterMs)),
      limit: maxMatters + 1,
    }),
    countByStatus(db, shopId, { fromId: firstIdAt(from), untilId: firstIdAt(until) }),
  ])
  const of = (kind: MatterKind) => {
    const deliveries = matters.filter((matter) => matter.kind === kind)
    return { deliveries: deliveries.slice(0, maxMatters), hasMore: deliveries.length > maxMatters }
  }
  return {
    matters: {
      TRIP_TO_PAY: of('TRIP_TO_PAY'),
      PAYMENT_TO_CONFIRM: of('PAYMENT_TO_CONFIRM'),
      PARCEL_COMING_BACK: of('PARCEL_COMING_BACK'),
      POSITION_MISSING: of('POSITION_MISSING'),
    },
    counts,
  }
}
