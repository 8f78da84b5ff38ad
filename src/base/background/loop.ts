/** Work that is done again and again until it is stopped. */
export type Loop = {
  /** Lets the next round come at once, or after the rest of the one before. */
  wake(): void
  /** No further round; answers when the one under way is done. */
  stop(): Promise<void>
}

export type LoopOptions = {
  everyMs: number
  /** How long no round follows another, so that what comes in a stream is done in batches; none unless given. */
  minIntervalMs?: number
  /** Does one round; answers whether more is waiting, so that the next round comes at once. */
  round: () => Promise<boolean>
  /** Told when a round fails; the next one comes all the same. */
  onError: (message: string, error: unknown) => void
  name: string
}

/** Starts a loop. A round never overlaps the one before; stopping waits for the round under way. */
export function startLoop({ everyMs, minIntervalMs = 0, round, onError, name }: LoopOptions): Loop {
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
      await pauseUntil(minIntervalMs, () => isStopped)
      await pauseUntil(everyMs - minIntervalMs, () => isStopped || isAwake)
    }
  }

  /** Waits `ms`, or less when `isOver` says so after something happened. */
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
