import { timingSafeEqual } from 'node:crypto'

/** Wrong codes before the lock, and how long it lasts (decision 26). */
const maxTries = 5
const lockMinutes = 15

/** `code` is null while there is none; then no code is right. */
export type CodeState = { code: string | null; tries: number; lockedUntil: Date | null }

export type CodeVerdict =
  | { verdict: 'RIGHT'; tries: 0; lockedUntil: null }
  | { verdict: 'WRONG'; tries: number; lockedUntil: Date | null; triesLeft: number }
  | { verdict: 'LOCKED'; retryAfterSeconds: number }

/**
 * Judges a code said at `now`: right, wrong (with the state to keep), or not even looked at while
 * locked. The fifth wrong code locks for 15 minutes; after that five more may be tried. Compared in
 * constant time.
 */
export function judgeCode(state: CodeState, said: string, now: Date): CodeVerdict {
  if (state.lockedUntil && now < state.lockedUntil) {
    return {
      verdict: 'LOCKED',
      retryAfterSeconds: Math.ceil((state.lockedUntil.getTime() - now.getTime()) / 1000),
    }
  }
  if (state.code !== null && isSame(state.code, said))
    return { verdict: 'RIGHT', tries: 0, lockedUntil: null }
  const tries = (state.lockedUntil ? 0 : state.tries) + 1
  const lockedUntil = tries >= maxTries ? new Date(now.getTime() + lockMinutes * 60_000) : null
  return { verdict: 'WRONG', tries, lockedUntil, triesLeft: maxTries - tries }
}

function isSame(code: string, said: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(said)]
  return a.length === b.length && timingSafeEqual(a, b)
}
