import type { Database, Trx } from '../../base/database/open-database.ts'
import type { EventType } from '../../contract/vocabulary.ts'
import type { EventConsumer } from '../../events/consume-events.ts'
import { waitForCursor } from '../../events/event-log-store.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { Pricing } from '../pricing/price-trip.ts'
import { countDifference, withKnownPunctuality } from './count-difference.ts'
import { countedDelivery } from './counted-delivery.ts'
import {
  changeSums,
  type FoundToCount,
  hasBooked,
  listDeliveriesOf,
  listToCount,
  saveCounted,
  takeBacklog,
  takeBooked,
} from './counting-store.ts'

export type ReportDeps = {
  pricing: Pick<Pricing, 'map'>
  /** The company's, as for statements. */
  timeZone: string
}

/** The events after which a delivery counts as something else. */
const countedEvents = [
  'delivery.created',
  'delivery.delivered',
  'delivery.failed',
  'delivery.cancelled',
  'delivery.expired',
] as const satisfies readonly EventType[]

/** Its cursor: whoever counts holds it, so that no two count one delivery at once. */
const cursorName = 'reports'

/** The event consumer of reports: counts each delivery again that something happened to. */
export const recountChangedDeliveries = (deps: ReportDeps): EventConsumer => ({
  name: cursorName,
  types: countedEvents,
  restMs: 1_000,
  consume: async (trx, events) => {
    // An event that was parked is passed on by who does not hold the cursor.
    await waitForCursor(trx, cursorName)
    await recountDeliveries(deps, trx, await listDeliveriesOf(trx, events))
  },
})

/** How many deliveries are counted in one transaction, during which the consumer waits. */
const atOnce = 500

/**
 * Counts the next deliveries again that something was booked for; returns whether more may be left. The books
 * are written by a consumer of their own, which may come after that of reports.
 */
export async function recountBookedDeliveries({
  db,
  ...deps
}: ReportDeps & { db: Database }): Promise<boolean> {
  if (!(await hasBooked(db))) return false
  return db.transaction().execute(async (trx) => {
    await waitForCursor(trx, cursorName)
    const booked = await takeBooked(trx, atOnce)
    await recountDeliveries(deps, trx, booked)
    return booked.length === atOnce
  })
}

/** Counts the next deliveries from before there were reports; returns whether more are left. */
export const recountOlderDeliveries = ({ db, ...deps }: ReportDeps & { db: Database }): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await waitForCursor(trx, cursorName)
    const older = await takeBacklog(trx, atOnce)
    await recountDeliveries(deps, trx, older ?? [])
    return older?.length === atOnce
  })

/**
 * Counts deliveries as they are now, in the transaction that holds the cursor: what has changed since they
 * were counted last goes into the sums, so that it may be done any number of times.
 */
async function recountDeliveries(deps: ReportDeps, trx: Trx, keys: readonly DeliveryKey[]): Promise<void> {
  if (keys.length === 0) return
  const found = await listToCount(trx, keys, deps.timeZone)
  const recounts = found.map((delivery) => {
    const before = delivery.counted ?? []
    const now = countedDelivery({ ...delivery, zoneId: zoneOf(deps, delivery) }, deps.timeZone)
    return { ...delivery, before, after: withKnownPunctuality({ before, after: now }) }
  })
  const changed = recounts.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  await changeSums(trx, countDifference(changed))
  await saveCounted(
    trx,
    changed.map(({ shopId, id, after }) => ({ shopId, id, counted: after })),
  )
}

/** The zone of the pick-up, where the courier is wanted; empty where there is none, and once removed. */
function zoneOf({ pricing }: ReportDeps, { cityId, pickupLat, pickupLng }: FoundToCount): string {
  if (cityId === null) return ''
  const found = pricing.map.current().locate({ lat: pickupLat, lng: pickupLng })
  return found?.city.id === cityId ? (found.zone?.id ?? '') : ''
}
