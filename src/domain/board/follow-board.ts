import { type Loop, startLoop } from '../../base/background/loop.ts'
import type { CachedValue } from '../../base/database/cached-value.ts'
import type { Database } from '../../base/database/open-database.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import type { RulesDeps } from '../../rules.ts'
import { isIn } from '../deliveries/delivery-status.ts'
import type { ServiceMap } from '../zones/service-map.ts'
import { type Board, type BoardChange, type BoardCourier, type BoardDelivery, boardChange } from './board.ts'
import { type WatchedCouriers, watchCouriers } from './watch-couriers.ts'
import { type WatchedDeliveries, watchDeliveries } from './watch-deliveries.ts'

type BoardDeps = RulesDeps & {
  db: Database
  clock: Clock
  pricing: { map: CachedValue<ServiceMap> }
  onError: (message: string, error: unknown) => void
  /** The time between two reads, in ms: a second by default. */
  everyMs?: number
}

/** Everything under way, read once for everyone in this process who looks at it. */
export type BoardFollower = {
  /** The board, at most some seconds old. Rejects when it cannot be read. */
  read(): Promise<Board>
  /** Calls the listener whenever there is another board until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** What changed since the board of this version, in order; undefined when that was too long ago. */
  changesSince(version: number): readonly BoardChange[] | undefined
  stop(): Promise<void>
}

/** A failed read is tried again after the time of so many. */
const retryAfterReads = 5
/** After so many reads that nobody asked for, nothing is read any more. */
const maxIdleReads = 10
/** How many changes are kept for those who are behind: half a minute of them at least. */
const maxChanges = 30

/**
 * Follows what is under way while somebody looks, and only then: one light read a second, whoever many look,
 * of which deliveries there are and in which versions, and then only of those that changed (decision 155).
 * When nobody has looked for ten seconds it stops, and forgets.
 */
export function followBoard(deps: BoardDeps): BoardFollower {
  const listeners = new Set<() => void>()
  const stopping = new Set<Promise<void>>()
  let following: Following | undefined
  /** Versions never begin again: a board from before a pause must not pass for one of after it. */
  const versions = { last: 0 }

  function begin(): Following {
    const begun: Following = beginFollowing(deps, {
      changed: () => {
        for (const listener of [...listeners]) listener()
      },
      isWatched: () => listeners.size > 0,
      versions,
      ended: () => {
        if (following === begun) end()
      },
    })
    return begun
  }

  function end(): void {
    const stopped: Promise<void> | undefined = following
      ?.stop()
      .finally(() => stopping.delete(stopped as Promise<void>))
    if (stopped) stopping.add(stopped)
    following = undefined
  }

  return {
    read: () => {
      following ??= begin()
      return following.read()
    },
    subscribe: (listener) => {
      following ??= begin()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changesSince: (version) => following?.changesSince(version),
    stop: async () => {
      listeners.clear()
      end()
      await Promise.all(stopping)
    },
  }
}

type FollowingDeps = {
  changed: () => void
  isWatched: () => boolean
  versions: { last: number }
  ended: () => void
}
type Following = Pick<BoardFollower, 'read' | 'changesSince' | 'stop'>

/** Reads on until it is stopped. */
function beginFollowing(
  { db, clock, rules, pricing, onError, everyMs = 800 }: BoardDeps,
  { changed, isWatched, versions, ended }: FollowingDeps,
): Following {
  const deliveries: WatchedDeliveries = watchDeliveries(db, { rules, pricing })
  const couriers: WatchedCouriers = watchCouriers(db)
  let board: Board | undefined
  let changes: BoardChange[] = []
  let idleReads = 0
  let isFailing = false
  /** Those who wait for the next read. */
  let waiting: PromiseWithResolvers<Board> | undefined

  async function readBoard(): Promise<Board> {
    const now = clock.now()
    const [underWay, roster] = await Promise.all([deliveries.read(now), couriers.read(now)])
    const carried = [...underWay.rows.values()].filter(({ status }) => isIn('carried', status))
    const byCourier = Map.groupBy(carried, ({ courierId }) => courierId)
    const next: Board = {
      version: versions.last + 1,
      at: now,
      deliveries: underWay.rows,
      couriers: withParcels(roster.rows, byCourier, board?.couriers),
      hasMore: underWay.hasMore || roster.hasMore,
    }
    const change = board && boardChange(board, next)
    if (board && !change) return board
    board = next
    versions.last = next.version
    if (change) changes = [...changes, change].slice(-maxChanges)
    changed()
    return next
  }

  const loop: Loop = startLoop({
    name: 'follow what is under way',
    everyMs,
    minIntervalMs: () => (isFailing ? retryAfterReads * everyMs : everyMs),
    round: async () => {
      idleReads = isWatched() ? 0 : idleReads + 1
      if (idleReads > maxIdleReads) {
        ended()
        return false
      }
      try {
        const read = await readBoard()
        waiting?.resolve(read)
        isFailing = false
      } catch (error) {
        isFailing = true
        waiting?.reject(error)
        throw error
      } finally {
        waiting = undefined
      }
      return false
    },
    onError,
  })

  return {
    read: () => {
      idleReads = 0
      if (board && !isFailing) return Promise.resolve(board)
      waiting ??= Promise.withResolvers()
      return waiting.promise
    },
    changesSince: (version) => {
      if (!board || version > board.version) return undefined
      const missed = changes.filter((change) => change.version > version)
      return missed.length === board.version - version ? missed : undefined
    },
    stop: async () => {
      await loop.stop()
      waiting?.reject(new Error('The board is no longer followed.'))
    },
  }
}

/** The couriers with what they carry; those of whom nothing changed stay the same objects. */
function withParcels(
  rows: ReadonlyMap<string, BoardCourier>,
  byCourier: ReadonlyMap<string | null, readonly BoardDelivery[]>,
  before: ReadonlyMap<string, BoardCourier> | undefined,
): ReadonlyMap<string, BoardCourier> {
  const couriers = new Map<string, BoardCourier>()
  for (const [id, row] of rows) {
    const carries = (byCourier.get(id) ?? []).map((delivery) => delivery.id).sort()
    const was = before?.get(id)
    const isSame =
      was !== undefined &&
      was.carries.join() === carries.join() &&
      was.at === row.at &&
      was.seenAt === row.seenAt &&
      was.isOnDuty === row.isOnDuty &&
      was.name === row.name &&
      was.cityIds === row.cityIds
    couriers.set(id, isSame ? was : { ...row, carries })
  }
  return couriers
}
