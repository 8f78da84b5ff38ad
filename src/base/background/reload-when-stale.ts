import { type Loop, startLoop } from './loop.ts'

/** A cache that can be reloaded. */
type Reloadable = { reload(): Promise<void> }

type ReloadOptions = {
  name: string
  copies: readonly Reloadable[]
  /** Called after a successful reload. */
  reloaded?: () => void
  onError: (message: string, error: unknown) => void
}

/** How soon a failed reload is retried, in ms. */
const retryMs = 500

/** Caches that are kept fresh until it is stopped. */
export type FreshCopies = { markStale(): void; stop: Loop['stop'] }

/** Reloads caches as soon as they are marked stale, and retries until it succeeds. */
export function reloadWhenStale({ name, copies, reloaded, onError }: ReloadOptions): FreshCopies {
  let isStale = false
  const loop = startLoop({
    name,
    everyMs: retryMs,
    round: async () => {
      if (!isStale) return false
      isStale = false
      try {
        await Promise.all(copies.map((copy) => copy.reload()))
      } catch (error) {
        isStale = true
        throw error
      }
      reloaded?.()
      return false
    },
    onError,
  })
  const markStale = () => {
    isStale = true
    loop.wake()
  }
  return { markStale, stop: loop.stop }
}
