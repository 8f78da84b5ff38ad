/** A cached value from the database: loaded at once, and reloaded when it has changed. */
export type CachedValue<T> = {
  /** The cached value. */
  current(): T
  /** Reloads it; several calls at the same time cause at most two reads. */
  reload(): Promise<void>
}

/** Loads a value and caches it; a failed reload keeps the previous value and throws. */
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
