import type { CachedValue } from '../../base/database/cached-value.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { RulesDeps } from '../../rules.ts'
import { freshMs } from '../arrivals/arrival-range.ts'
import { listExpectedArrivals } from '../arrivals/arrival-store.ts'
import type { ServiceMap } from '../zones/service-map.ts'
import { type BoardDelivery, maxOnBoard } from './board.ts'
import { boardDelivery, watchedState } from './board-row.ts'
import { listUnderWay, listWatched, type WatchedKey, type WatchedRow } from './board-store.ts'
import { lateAfterOf, lateAtOf, latenessOf, type WatchedState } from './lateness.ts'

/** The deliveries of the board, read again and again. */
export type WatchedDeliveries = {
  /** Rows that did not change are the objects they were. */
  read(now: Date): Promise<{ rows: ReadonlyMap<string, BoardDelivery>; hasMore: boolean }>
}

/**
 * For how long a parcel that its shop called back is looked for: whoever has it longer ago is not on the way.
 */
const calledBackForMs = 30 * 24 * 60 * 60_000
/** How many deliveries are read at once. */
const pageSize = 1_000
/** When couriers are expected is read every so many reads, and told in steps, not anew with each estimate. */
const arrivalsEvery = 10
const arrivalStepMs = 5 * 60_000

/** What decides what is late: after how long, and when cities are open. */
type BoardRules = RulesDeps & { pricing: { map: CachedValue<ServiceMap> } }

type Known = { row: WatchedRow; state: WatchedState; key: string; shown: BoardDelivery }

/** Reads which deliveries are under way, and of those only the ones whose version is another than before. */
export function watchDeliveries(db: Database, rules: BoardRules): WatchedDeliveries {
  let known = new Map<string, Known>()
  let arrivals = new Map<string, number>()
  let reads = 0

  async function readArrivals(now: Date): Promise<void> {
    const since = new Date(now.getTime() - freshMs)
    const expected = await listExpectedArrivals(db, { since, now, limit: maxOnBoard })
    arrivals = new Map(
      expected.map(({ id, latestAt }) => [id, Math.ceil(latestAt / arrivalStepMs) * arrivalStepMs]),
    )
  }

  async function readChanged(keys: readonly WatchedKey[]): Promise<Map<string, WatchedRow>> {
    const changed = keys.filter(({ id, version }) => known.get(id)?.row.version !== version)
    const rows = new Map<string, WatchedRow>()
    for (let at = 0; at < changed.length; at += pageSize)
      for (const row of await listWatched(db, changed.slice(at, at + pageSize))) rows.set(row.id, row)
    return rows
  }

  return {
    read: async (now) => {
      const calledBackSince = new Date(now.getTime() - calledBackForMs)
      const keys = await listUnderWay(db, { calledBackSince, limit: maxOnBoard + 1 })
      const listed = keys.slice(0, maxOnBoard)
      const rows = await readChanged(listed)
      if (reads % arrivalsEvery === 0) await readArrivals(now)
      reads += 1
      const next = new Map<string, Known>()
      for (const { id } of listed) {
        const before = known.get(id)
        const fresh = rows.get(id)
        if (fresh || before)
          next.set(id, evaluated(fresh, before, { now, arrivesAt: arrivals.get(id) ?? null }, rules))
      }
      known = next
      const shown = new Map([...next].map(([id, each]) => [id, each.shown]))
      return { rows: shown, hasMore: keys.length > maxOnBoard }
    },
  }
}

function evaluated(
  fresh: WatchedRow | undefined,
  before: Known | undefined,
  { now, arrivesAt }: { now: Date; arrivesAt: number | null },
  { rules, pricing }: BoardRules,
): Known {
  const row = fresh ?? (before as Known).row
  const map = pricing.map.current()
  const state = fresh || !before ? watchedState(row, map) : before.state
  const lateAfter = lateAfterOf(rules.current())
  const late = latenessOf(state, now, lateAfter)
  const lateAt = lateAtOf(state, lateAfter)
  const key = [lateAt?.getTime(), arrivesAt, ...late.map(({ reason }) => reason)].join()
  if (!fresh && before && before.key === key) return before
  return { row, state, key, shown: boardDelivery(row, { state, late, lateAt, arrivesAt, map }) }
}
