import type { Fcfa } from '../../../base/kernel/fcfa.ts'

/** What one trip costs today, and under a draft. */
export type RepricedTrip = { reference: string; todayFcfa: Fcfa; draftFcfa: Fcfa }

/** How many trips differ by an amount from `fromFcfa`, included, to `toFcfa`, not included. */
type DifferenceBar = { fromFcfa: Fcfa; toFcfa: Fcfa; count: number }

/** What a draft would change of so many trips; differences are draft minus today, in FCFA. */
export type PriceDifferences = {
  trips: number
  dearer: number
  cheaper: number
  same: number
  todayFcfa: Fcfa
  draftFcfa: Fcfa
  medianFcfa: Fcfa
  mostCheaper: RepricedTrip | null
  mostDearer: RepricedTrip | null
  /** At most 12 bars of equal width that hold every difference; none without trips. */
  histogram: DifferenceBar[]
}

/** Counts, sums and spreads the differences between two prices of the same trips. */
export function priceDifferences(trips: readonly RepricedTrip[]): PriceDifferences {
  const byDifference = trips.toSorted((a, b) => differenceOf(a) - differenceOf(b))
  const differences = byDifference.map(differenceOf)
  const count = (holds: (difference: number) => boolean) => differences.filter(holds).length
  const sum = (amount: (trip: RepricedTrip) => number) => trips.reduce((all, trip) => all + amount(trip), 0)
  const [first] = byDifference
  const last = byDifference.at(-1)
  return {
    trips: trips.length,
    dearer: count((difference) => difference > 0),
    cheaper: count((difference) => difference < 0),
    same: count((difference) => difference === 0),
    todayFcfa: sum(({ todayFcfa }) => todayFcfa),
    draftFcfa: sum(({ draftFcfa }) => draftFcfa),
    medianFcfa: medianOf(differences),
    mostCheaper: first && differenceOf(first) < 0 ? first : null,
    mostDearer: last && differenceOf(last) > 0 ? last : null,
    histogram: histogramOf(differences),
  }
}

/** Draft minus today. */
export const differenceOf = ({ todayFcfa, draftFcfa }: RepricedTrip): Fcfa => draftFcfa - todayFcfa

const maxBars = 12
/** Widths that people read easily, in FCFA. */
const widths = [25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000]

function histogramOf(sorted: readonly number[]): DifferenceBar[] {
  const [lowest] = sorted
  const highest = sorted.at(-1)
  if (lowest === undefined || highest === undefined) return []
  const fits = (width: number) => Math.floor(highest / width) - Math.floor(lowest / width) < maxBars
  // Prices have no bound, so the widest steps may still be too many.
  const width = widths.find(fits) ?? Math.ceil((highest - lowest + 1) / (maxBars - 1))
  const begins = Math.floor(lowest / width)
  const bars = Array.from({ length: Math.floor(highest / width) - begins + 1 }, (_, at) => ({
    fromFcfa: (begins + at) * width,
    toFcfa: (begins + at + 1) * width,
    count: 0,
  }))
  for (const difference of sorted) {
    const bar = bars[Math.floor(difference / width) - begins]
    if (bar) bar.count += 1
  }
  return bars
}

/** The middle one, or of the two in the middle the mean, rounded to a franc. */
function medianOf(sorted: readonly number[]): number {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper
  return Math.round((lower + upper) / 2)
}
