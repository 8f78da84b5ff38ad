/** How many requests of a shop have a row of their own: `atOnce`, and after those `perSecond`. */
type AllowanceRules = { atOnce: number; perSecond: number }

/**
 * What each process allows each shop. Reads that succeed are many and alike: who tries something out sees
 * each of them, and of a server that polls enough remain to see that it does. Changes and refusals are what
 * people look for.
 */
export const allowances = {
  plainReads: { atOnce: 100, perSecond: 1 / 6 },
  others: { atOnce: 1_000, perSecond: 2 },
} as const satisfies Record<string, AllowanceRules>

/** An allowance that is used up by requests and fills again with time. */
export class RequestAllowance {
  readonly #rules: AllowanceRules
  #left: number
  #atMs: number

  constructor(rules: AllowanceRules, nowMs: number) {
    this.#rules = rules
    this.#left = rules.atOnce
    this.#atMs = nowMs
  }

  /** Takes one if there is one; returns whether there was. */
  take(nowMs: number): boolean {
    const { atOnce, perSecond } = this.#rules
    const grown = (Math.max(0, nowMs - this.#atMs) / 1000) * perSecond
    this.#left = Math.min(atOnce, this.#left + grown)
    this.#atMs = nowMs
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
