/** Work that is done again and again until it is stopped. */
export type Loop = { stop(): Promise<void> }

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
  const stopped = Promise.withResolvers<void>()
  let isStopped = false

  async function turn(): Promise<void> {
    while (!isStopped) {
      const hasMore = await round().catch((error: unknown) => {
        onTrouble(`The background work "${name}" failed; it is tried again.`, error)
        return false
      })
      if (!hasMore) await pause()
    }
  }

  async function pause(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, everyMs)
    })
    await Promise.race([slept, stopped.promise])
    clearTimeout(timer)
  }

  const turning = turn()
  return {
    stop: async () => {
      isStopped = true
      stopped.resolve()
      await turning
    },
  }
}
