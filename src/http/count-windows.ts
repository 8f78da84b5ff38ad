import { LRUCache } from 'lru-cache'

/** How often something happened in its window, and for how many ms the window still lasts. */
export type WindowCount = { current: number; ttlMs: number }

/**
 * Counts in fixed windows, in the memory of this process, for the 10,000 keys counted last, so that a client
 * with many addresses cannot fill it.
 */
export class CountWindows {
  readonly #windows = new LRUCache<string, { current: number; endsAt: number }>({ max: 10_000 })

  /** Counts `name` once more, or `by` more; its first count opens a window of `windowMs`. */
  add(name: string, windowMs: number, by = 1): WindowCount {
    const now = performance.now()
    const { current, endsAt } = this.#openAt(now, name) ?? { current: 0, endsAt: now + windowMs }
    this.#windows.set(name, { current: current + by, endsAt })
    // Rounding must not make a window that has just begun longer than a second.
    return { current: current + by, ttlMs: Math.min(windowMs, endsAt - now) }
  }

  /** The count of `name`, without adding to it. */
  read(name: string, windowMs: number): WindowCount {
    const now = performance.now()
    const { current, endsAt } = this.#openAt(now, name) ?? { current: 0, endsAt: now }
    return { current, ttlMs: Math.min(windowMs, endsAt - now) }
  }

  #openAt(now: number, name: string) {
    const window = this.#windows.get(name)
    return window && now < window.endsAt ? window : undefined
  }
}
