import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { FeeBearer } from '../../../contract/vocabulary.ts'

/** What the company agreed with its shops as a whole (decision 258). */
export type ShopTerms = {
  /** What a shop may owe before it pays its trips first; null where that is not bounded. */
  maxOwedFcfa: Fcfa | null
  /** A new shop pays its trips first until so many of its parcels were handed over; 0 where it does not. */
  newShopTrips: number
  /** How long a shop has to pay a trip that it pays first. */
  tripMinutes: number
  /** No payout to a shop is smaller, whatever it set itself. */
  leastPayoutFcfa: Fcfa
  /** Who bears what the provider takes for a payout to a shop. */
  payoutFeesBy: FeeBearer
}

/** The least and the most that each term may be; the database has the same bounds. */
export const shopTermBounds = {
  maxOwedFcfa: [0, 100_000_000],
  newShopTrips: [0, 1_000],
  tripMinutes: [5, 1_440],
  leastPayoutFcfa: [1, 1_000_000],
} as const satisfies Partial<Record<keyof ShopTerms, readonly [number, number]>>
export type BoundedTerm = keyof typeof shopTermBounds

/** The first term that is not a whole number within its bounds; undefined where all are. */
export const shopTermFault = (
  terms: { [Term in keyof ShopTerms]?: ShopTerms[Term] | undefined },
): BoundedTerm | undefined =>
  (Object.keys(shopTermBounds) as BoundedTerm[]).find((term) => {
    const value = terms[term]
    const [least, most] = shopTermBounds[term]
    return (
      value !== undefined && value !== null && !(Number.isInteger(value) && value >= least && value <= most)
    )
  })
