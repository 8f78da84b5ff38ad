import { timingSafeEqual } from 'node:crypto'

/**
 * The keys of one purpose: everything new is made with the first, and what any of them has made is accepted
 * (decision 394).
 */
export type SecretKeys = readonly [Buffer, ...Buffer[]]

/**
 * Whether one of the keys makes this text. Compared in constant time, so that it cannot be guessed character
 * by character.
 */
export const isMadeByOne = (keys: SecretKeys, given: string, make: (key: Buffer) => string): boolean =>
  keys.some((key) => isSameText(given, make(key)))

/** What the first key that opens something finds in it; undefined where none opens it. */
export function openedByOne<Found>(
  keys: SecretKeys,
  open: (key: Buffer) => Found | undefined,
): Found | undefined {
  for (const key of keys) {
    const found = open(key)
    if (found !== undefined) return found
  }
  return undefined
}

function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
