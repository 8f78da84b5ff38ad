import { timingSafeEqual } from 'node:crypto'

/** How many wrong codes lock, for how long, and which lock in a row does not end by itself (decision 26). */
const maxTries = 5
const lockMinutes = 15
export const maxLocks = 3

/** `code` is null while there is none; then no code is right. */
export type CodeState = { code: string | null; tries: number; lockedUntil: Date | null; locks: number }

type CodeVerdict =
  | { verdict: 'RIGHT'; tries: 0; lockedUntil: null; locks: 0 }
  | { verdict: 'WRONG'; tries: number; lockedUntil: Date | null; locks: number; triesLeft: number }
  | { verdict: 'LOCKED'; retryAfterSeconds: number }
  | { verdict: 'CLOSED' }

/** Whether only the operator can unlock a code. */
export const isClosed = ({ locks }: Pick<CodeState, 'locks'>): boolean => locks >= maxLocks

/** Since when no code is accepted at `now`; null while one may be tried. */
export function lockedSince(
  { lockedUntil, locks }: Pick<CodeState, 'lockedUntil' | 'locks'>,
  now: Date,
): Date | null {
  if (!lockedUntil || (lockedUntil <= now && !isClosed({ locks }))) return null
  return new Date(lockedUntil.getTime() - lockMinutes * 60_000)
}

/**
 * Verifies a code entered at `now`: right, wrong (with the state to store), or not even compared while
 * locked. The fifth wrong code locks for 15 minutes; after that five more may be tried. Only the operator
 * ends the third lock: four digits would otherwise be guessed within a week. Compared in constant time.
 */
export function verifyCode(state: CodeState, entered: string, now: Date): CodeVerdict {
  if (isClosed(state)) return { verdict: 'CLOSED' }
  if (state.lockedUntil && now < state.lockedUntil) {
    return {
      verdict: 'LOCKED',
      retryAfterSeconds: Math.ceil((state.lockedUntil.getTime() - now.getTime()) / 1000),
    }
  }
  if (state.code !== null && isSame(state.code, entered))
    return { verdict: 'RIGHT', tries: 0, lockedUntil: null, locks: 0 }
  const tries = (state.lockedUntil ? 0 : state.tries) + 1
  const lockedUntil = tries >= maxTries ? new Date(now.getTime() + lockMinutes * 60_000) : null
  const locks = state.locks + (lockedUntil ? 1 : 0)
  return { verdict: 'WRONG', tries, lockedUntil, locks, triesLeft: maxTries - tries }
}

function isSame(code: string, entered: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(entered)]
  return a.length === b.length && timingSafeEqual(a, b)
}
