/** Work that is repeated until it is stopped. */
export type Loop = {
  /** Starts the next round at once, or as soon as `minIntervalMs` has passed. */
  wake(): void
  /** Looks whether something has become due by the clock, where that is more than waking. */
  look?(): void
  /** Starts no further round; resolves when the current one is done. */
  stop(): Promise<void>
}

/** A loop that can be woken later; an earlier moment of the same kind holds no more. */
export type TimedLoop = Loop & { wakeIn(ms: number): void }

/** The interval of a loop that sleeps until it is woken, in ms. */
export const untilWoken = 3_600_000

export type LoopOptions = {
  everyMs: number
  /**
   * The shortest time until the next round, asked for after each one, so that work arriving in a stream is
   * done in batches; 0 by default.
   */
  minIntervalMs?: () => number
  /** Does one round; returns whether more work is waiting, in which case the next round follows at once. */
  round: () => Promise<boolean>
  /** Called when a round fails; the loop goes on. */
  onError: (message: string, error: unknown) => void
  name: string
}

/** Starts a loop. A round never overlaps the one before; stopping waits for the round under way. */
export function startLoop(options: LoopOptions): TimedLoop {
  const { everyMs, minIntervalMs = () => 0, round, onError, name } = options
  const pause = { end: () => {} }
  let isStopped = false
  let isAwake = false

  async function turn(): Promise<void> {
    while (!isStopped) {
      isAwake = false
      const hasMore = await round().catch((error: unknown) => {
        onError(`The background work "${name}" failed; it is tried again.`, error)
        return false
      })
      if (hasMore) continue
      const restMs = minIntervalMs()
      await pauseUntil(restMs, () => isStopped)
      await pauseUntil(everyMs - restMs, () => isStopped || isAwake)
    }
  }

  /** Waits `ms`, or until `isOver` returns true after a wake-up. */
  function pauseUntil(ms: number, isOver: () => boolean): Promise<void> {
    if (ms <= 0 || isOver()) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      pause.end = () => {
        if (!isOver()) return
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function wake(): void {
    isAwake = true
    pause.end()
  }

  let later: NodeJS.Timeout | undefined
  const turning = turn()
  return {
    wake,
    wakeIn: (ms) => {
      clearTimeout(later)
      if (!isStopped) later = setTimeout(wake, Math.max(0, ms))
    },
    stop: async () => {
      isStopped = true
      clearTimeout(later)
      pause.end()
      await turning
    },
  }
}
