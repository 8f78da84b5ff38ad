/** How many times a step took so many minutes. */
type MinuteCount = { minutes: number; count: number }

/** How many minutes half of all times, and nine in ten of them, took at most; null where there are none. */
export type StepTime = { count: number; median: number | null; ninth: number | null }

/** Median and ninth tenth of times, exactly as finely as they are kept (nearest rank). */
export function stepTime(counts: readonly MinuteCount[]): StepTime {
  const sorted = counts.toSorted((one, other) => one.minutes - other.minutes)
  const count = sorted.reduce((sum, each) => sum + each.count, 0)
  const at = (share: number): number | null => {
    let passed = 0
    for (const each of sorted) {
      passed += each.count
      if (passed >= Math.ceil(share * count)) return each.minutes
    }
    return null
  }
  return { count, median: at(0.5), ninth: at(0.9) }
}
