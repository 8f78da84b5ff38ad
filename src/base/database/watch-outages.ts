import { isDatabaseAway, isUnwritable, type OutageReason, outageReason } from './database-error.ts'

/** An outage of the database: since when, in ms, why, and the error that says so. */
type Outage = { forMs: number; reason: OutageReason; cause: Error }

/** Knows whether the database can be used, from the errors of statements and from tries to write. */
export type OutageWatch = {
  /** Notes the error of a statement or of a connection; others than those of an outage change nothing. */
  note(error: unknown): void
  /** Throws when this statement writes while nothing can be written: the database is not asked. */
  refuseWrite(sql: string): void
  /**
   * Resolves when the database could be written within the last three seconds, and throws why it could not.
   */
  check(): Promise<void>
  /** The outage that lasts; undefined when there is none. */
  current(): Outage | undefined
  stop(): void
}

/** Called once when an outage begins, and once, without `cause`, when it is over. */
export type OnOutage = (change: { forMs: number; reason: OutageReason; cause?: Error }) => void

type WatchOptions = {
  /** Writes something small and takes new room on the disk for it; bounded in time. */
  tryWrite: () => Promise<unknown>
  onOutage: OnOutage
}

/** How long a try to write stands for those who ask: health is open to strangers. */
export const checkedForMs = 3_000
/** How often it is tried to write during an outage. */
const tryEveryMs = 1_000
/** How long nothing may fail before an outage is over: what comes back at once is the same one. */
const calmMs = 5_000

/** What a statement that writes has; those of stores are in lower case, those of the query builder too. */
const writes = /\b(insert into|update|delete from|merge into|truncate|vacuum)\b/

/**
 * Watches for outages (decision 284). While the database answers but cannot be written, statements that write
 * are refused here: a lease that could be taken but not settled would send the same twice, and each failing
 * write harms it more.
 */
export function watchOutages({ tryWrite, onOutage }: WatchOptions): OutageWatch {
  let outage: { since: number; lastAt: number; cause: Error; cannotWrite: boolean } | undefined
  let checked: { result: Promise<unknown>; at: number } | undefined
  let trying: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function note(error: unknown): void {
    if (!isDatabaseAway(error) || isStopped) return
    const now = performance.now()
    const cause = error as Error
    if (!outage) {
      outage = { since: now, lastAt: now, cause, cannotWrite: false }
      onOutage({ forMs: 0, reason: outageReason(cause), cause })
    }
    outage.lastAt = now
    if (isUnwritable(outageReason(cause)) && !outage.cannotWrite) void tryAgain()
    else plan()
  }

  function plan(): void {
    if (!isStopped) timer ??= setTimeout(tryAgain, tryEveryMs).unref()
  }

  function tryAgain(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    trying ??= tryOnce().finally(() => {
      trying = undefined
    })
    return trying
  }

  async function tryOnce(): Promise<void> {
    try {
      await tryWrite()
      if (outage) outage.cannotWrite = false
    } catch (error) {
      if (outage) {
        outage.lastAt = performance.now()
        outage.cannotWrite = isUnwritable(outageReason(error))
        if (outage.cannotWrite) outage.cause = error as Error
      }
    }
    if (outage && performance.now() - outage.lastAt >= calmMs) end(outage)
    if (outage) plan()
  }

  function end({ since, cause }: { since: number; cause: Error }): void {
    outage = undefined
    onOutage({ forMs: performance.now() - since, reason: outageReason(cause) })
  }

  function checkNow(): Promise<unknown> {
    const result = tryWrite()
    result.catch(note)
    return result
  }

  return {
    note,
    refuseWrite: (sql) => {
      if (!outage?.cannotWrite || !writes.test(sql)) return
      const { message } = outage.cause
      const { code } = outage.cause as NodeJS.ErrnoException
      throw Object.assign(new Error(`The database cannot be written: ${message}`), { code })
    },
    check: async () => {
      if (outage?.cannotWrite) throw outage.cause
      const now = performance.now()
      if (!checked || now - checked.at >= checkedForMs) checked = { result: checkNow(), at: now }
      await checked.result
    },
    current: () =>
      outage && {
        forMs: performance.now() - outage.since,
        reason: outageReason(outage.cause),
        cause: outage.cause,
      },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
