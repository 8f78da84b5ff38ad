/** A copy in memory of something in the database: read at once, read again when told that it changed. */
export type CachedValue<T> = {
  /** The copy as it is now. */
  current(): T
  /** Reads it again; several calls at once become at most two reads. */
  reload(): Promise<void>
}

/** Loads a copy and keeps it; a failed reload keeps the copy of before and throws. */
export async function cacheValue<T>(load: () => Promise<T>): Promise<CachedValue<T>> {
  let value = await load()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function read(): Promise<void> {
    value = await load()
  }

  function start(): Promise<void> {
    running = read().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    current: () => value,
    reload: () => {
      if (!running) return start()
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          return start()
        })
      return next
    },
  }
}
