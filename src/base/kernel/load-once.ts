/**
 * Returns a function that loads something large when it is first needed and keeps it, so that a start does not
 * wait for what it may never use. A load that failed is tried again by the next call.
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
