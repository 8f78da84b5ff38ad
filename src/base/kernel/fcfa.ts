/** A whole amount of FCFA: the currency has no subunit (decision 6). */
export type Fcfa = number

/** Rounds `amount` up to the next multiple of `step`, both in FCFA. Ignores float errors in the last bits. */
export function roundUpToStep(amount: number, step: number): Fcfa {
  return Math.ceil(Number((amount / step).toFixed(6))) * step
}
