import { ApiError } from '../../contract/errors.ts'

/** Runs pieces of work one after the other. */
type TakenTurns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Work that is done one piece at a time, with at most `max` waiting or under way. Throws RATE_LIMITED beyond.
 */
export function oneAtATime(max: number): TakenTurns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return (work) => {
    if (waiting >= max) return Promise.reject(new ApiError('RATE_LIMITED', { retryAfterSeconds: 5 }))
    waiting += 1
    const turn = last.then(work).finally(() => {
      waiting -= 1
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
