/** Work that is repeated until it is stopped. */
export type Loop = {
  /** Starts the next round at once, or as soon as `minIntervalMs` has passed. */
  wake(): void
  /** Starts no further round; resolves when the current one is done. */
  stop(): Promise<void>
}

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
export function startLoop({ everyMs, minIntervalMs = () => 0, round, onError, name }: LoopOptions): Loop {
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

  const turning = turn()
  return {
    wake: () => {
      isAwake = true
      pause.end()
    },
    stop: async () => {
      isStopped = true
      pause.end()
      await turning
    },
  }
}
