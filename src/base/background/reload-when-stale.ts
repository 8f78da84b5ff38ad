import { type Loop, startLoop } from './loop.ts'

/** Something kept in memory that can be read again. */
export type Reloadable = { reload(): Promise<void> }

export type ReloadOptions = {
  name: string
  copies: readonly Reloadable[]
  /** Called when they were read again. */
  reloaded?: () => void
  onError: (message: string, error: unknown) => void
}

/** A reading that failed is tried again this soon, in ms. */
const retryMs = 500

/** Reads copies again once they are said to be stale, at once, and for as long as it takes to succeed. */
export function reloadWhenStale({ name, copies, reloaded, onError }: ReloadOptions): {
  markStale(): void
  stop: Loop['stop']
} {
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
