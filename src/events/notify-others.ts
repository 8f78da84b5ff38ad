import type { Chance } from '../base/kernel/clock.ts'

type NotifyOptions = {
  /** Notifies all processes, this one too. */
  send: () => Promise<void>
  /** Calls the listener with each notice, whichever process sent it. */
  hear: (listener: () => void) => void
  /** How often all processes together notify about, in ms. */
  everyMs: number
  chance: Chance
  onError: (message: string, error: unknown) => void
}

/** How many times `everyMs` a process rests about, at most. */
const maxShares = 10

/**
 * Notifies other processes: at once when it is asked to, and then once for all that was asked while it
 * rested, since a notice takes a global lock. Whoever works reads what all processes wrote when it hears of
 * one, so each rests in proportion to the notices that it hears: several notify about as often as one
 * (decision 392).
 */
export function notifyOthers({ send, hear, everyMs, chance, onError }: NotifyOptions): () => void {
  let isResting = false
  let isAskedAgain = false
  /** Notices that were heard in this rest. */
  let heard = 0
  let shares = 1
  hear(() => {
    heard += 1
  })

  function notify(): void {
    isAskedAgain = isResting
    if (isResting) return
    isResting = true
    heard = 0
    setTimeout(endRest, restMs()).unref()
    send().catch((error) =>
      onError('Other processes could not be notified; they find what there is when they next look.', error),
    )
  }

  /** By chance up to half shorter or longer where there are several, so that they do not notify in step. */
  const restMs = () => everyMs * shares * (shares === 1 ? 1 : 0.5 + chance())

  function endRest(): void {
    // A rest of n shares in which n notices were heard, its own among them, was of the right length.
    shares = isAskedAgain ? Math.min(Math.max(heard, 1), maxShares) : 1
    isResting = false
    if (isAskedAgain) notify()
  }
  return notify
}
