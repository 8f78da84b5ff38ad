/** Work that is done again and again until it is stopped. */
export type Loop = {
  /** Lets the next round come at once. */
  wake(): void
  /** No further round; answers when the one under way is done. */
  stop(): Promise<void>
}

export type LoopOptions = {
  everyMs: number
  /** Does one round; answers whether more is waiting, so that the next round comes at once. */
  round: () => Promise<boolean>
  /** Told when a round fails; the next one comes all the same. */
  onTrouble: (message: string, error: unknown) => void
  name: string
}

/** Starts a loop. A round never overlaps the one before; stopping waits for the round under way. */
export function startLoop({ everyMs, round, onTrouble, name }: LoopOptions): Loop {
  let isStopped = false
  let isAwake = false
  let endPause: (() => void) | undefined

  async function turn(): Promise<void> {
    while (!isStopped) {
      isAwake = false
      const hasMore = await round().catch((error: unknown) => {
        onTrouble(`The background work "${name}" failed; it is tried again.`, error)
        return false
      })
      if (!hasMore && !isAwake && !isStopped) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function wake(): void {
    isAwake = true
    endPause?.()
  }

  const turning = turn()
  return {
    wake,
    stop: async () => {
      isStopped = true
      endPause?.()
      await turning
    },
  }
}
