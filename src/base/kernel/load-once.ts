/**
 * Returns a function that loads something large when it is first called and keeps it, so that a start does
 * not wait for it. A failed load is retried by the next call.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
