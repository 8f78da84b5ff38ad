/** Random numbers that a seed repeats: from 0 up to, but not including, 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of these. */
export const oneOf = <T>(values: readonly T[], chance: () => number): T =>
  values[Math.floor(chance() * values.length)] as T
