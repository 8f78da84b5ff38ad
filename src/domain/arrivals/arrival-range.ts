/**
 * This folder says when a courier is expected at the shop and at the customer, measures how often it was
 * right, and tells the customer once that the courier is near (decisions 236 and 237). Estimates are made in
 * the background for every parcel that is carried, so that a page only reads one row.
 */

/** Between which moments a courier is expected. */
export type ArrivalRange = { earliestAt: Date; latestAt: Date }

/** How much sooner or later than estimated a trip of a city may end, as shares of the time that is left. */
const soonestShare = 0.75
const latestShare = 1.5
/** Parking, finding the door, a light on red: what the shortest way takes besides, in seconds. */
const doorSeconds = 180

/** Beyond this a range says nothing that anybody could use: 90 minutes. */
const longestSeconds = 90 * 60

/**
 * When a courier is expected who needs `seconds` from `now`; `roughSeconds` is how long the way through an
 * area takes of which the door is not known. Null where the range would be of no use.
 */
export function arrivalRange(now: Date, seconds: number, roughSeconds = 0): ArrivalRange | null {
  const earliest = Math.max(0, seconds - roughSeconds) * soonestShare
  const latest = (seconds + roughSeconds) * latestShare + doorSeconds
  if (latest > longestSeconds || roughSeconds > seconds + doorSeconds * 3) return null
  return {
    earliestAt: new Date(now.getTime() + earliest * 1_000),
    latestAt: new Date(now.getTime() + latest * 1_000),
  }
}

/** A range in whole minutes from `now`, as people say it: in steps of five; `from` is 0 for at any moment. */
export function minutesUntil(
  { earliestAt, latestAt }: ArrivalRange,
  now: Date,
): { from: number; to: number } {
  const minutes = (at: Date) => (at.getTime() - now.getTime()) / 60_000
  const from = Math.max(0, Math.floor(minutes(earliestAt) / 5) * 5)
  const to = Math.max(5, Math.ceil(minutes(latestAt) / 5) * 5)
  return { from, to: Math.max(to, from + 5) }
}

/** How old an estimate may be for a page to show it, in ms: two looks were missed. */
export const freshMs = 3 * 60_000

/** Whether an estimate is still shown: fresh, and not over before the courier has come. */
export const isShown = (
  { estimatedAt, latestAt }: { estimatedAt: Date; latestAt: Date },
  now: Date,
): boolean => now.getTime() - estimatedAt.getTime() <= freshMs && latestAt > now
