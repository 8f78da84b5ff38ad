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

/** What a random number is for: by these names it is the same at every run of a seed. */
export type DrawNames = readonly (string | number)[]

/** Random numbers that follow from a seed and names, whatever else is drawn before them. */
export function drawnBy(seed: number, ...names: DrawNames): () => number {
  let hash = 0x811c9dc5
  for (const character of names.join(' ')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return seeded(hash ^ Math.imul(seed, 0x9e3779b1))
}

/**
 * The seed of a file's random numbers: the same at every run unless the environment variable `name` gives another. It is
 * printed, so that a run can be repeated.
 */
export function seedFrom(name: string, usual: number): number {
  const seed = Number(process.env[name] ?? usual)
  console.error(`${name}=${seed}`)
  return seed
}

/** One of these. */
export const oneOf = <T>(values: readonly T[], chance: () => number): T =>
  values[Math.floor(chance() * values.length)] as T
