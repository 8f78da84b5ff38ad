import type { Database } from '../../base/database/open-database.ts'
import { type BoardCourier, maxOnBoard } from './board.ts'
import { listPositionsSince, listRoster } from './board-store.ts'

/** The couriers of the board, read again and again; what they carry is known of the deliveries. */
export type WatchedCouriers = {
  read(now: Date): Promise<{ rows: ReadonlyMap<string, BoardCourier>; hasMore: boolean }>
}

/** Who is on duty is read every so many reads, positions at every second one. */
const rosterEvery = 5
const positionsEvery = 2
/** How long after it was reported a position may be committed, in ms. */
const commitsWithinMs = 2_000

/** Reads who is on duty, and more often the positions that were reported since. */
export function watchCouriers(db: Database): WatchedCouriers {
  let rows = new Map<string, BoardCourier>()
  let hasMore = false
  let reads = 0
  /** The newest position that was read, in ms since 1970. */
  let newestMs = 0

  async function readRoster(): Promise<void> {
    const roster = await listRoster(db, maxOnBoard + 1)
    hasMore = roster.length > maxOnBoard
    const next = new Map<string, BoardCourier>()
    for (const { id, name, is_on_duty: isOnDuty, city_ids } of roster.slice(0, maxOnBoard)) {
      const was = rows.get(id)
      const cityIds = was && was.cityIds.join() === city_ids.join() ? was.cityIds : city_ids
      next.set(id, {
        id,
        name,
        isOnDuty,
        cityIds,
        carries: [],
        at: was?.at ?? null,
        seenAt: was?.seenAt ?? null,
      })
      // Where somebody who begins is may have been read before they were known.
      if (!was) newestMs = 0
    }
    rows = next
  }

  async function readPositions(): Promise<void> {
    const since = new Date(Math.max(0, newestMs - commitsWithinMs))
    for (const { id, lat, lng, seenAt } of await listPositionsSince(db, since, maxOnBoard)) {
      newestMs = Math.max(newestMs, seenAt)
      const courier = rows.get(id)
      if (courier && courier.seenAt !== seenAt) rows.set(id, { ...courier, at: [lat, lng], seenAt })
    }
  }

  return {
    read: async () => {
      const isRosterDue = reads % rosterEvery === 0
      if (isRosterDue) await readRoster()
      if (isRosterDue || reads % positionsEvery === 0) await readPositions()
      reads += 1
      return { rows, hasMore }
    },
  }
}
