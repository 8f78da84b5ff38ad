/** A copy in memory of something in the database: read at once, read again when told that it changed. */
export type FreshCopy<T> = {
  /** The copy as it is now. */
  current(): T
  /** Reads it again; several calls at once become at most two reads. */
  reload(): Promise<void>
}

/** Loads a copy and keeps it; a failed reload keeps the copy of before and throws. */
export async function keepFreshCopy<T>(load: () => Promise<T>): Promise<FreshCopy<T>> {
  let copy = await load()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function read(): Promise<void> {
    copy = await load()
  }

  function start(): Promise<void> {
    running = read().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    current: () => copy,
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
