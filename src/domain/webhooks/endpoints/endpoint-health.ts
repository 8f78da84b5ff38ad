/** An endpoint that has failed for this long without one success is disabled (spec 6.5), in ms. */
const disableAfterMs = 72 * 60 * 60_000

/**
 * The owner is warned at the first failing attempt after failing for this long, in ms: once each, before
 * disabling.
 */
const warnAfterMs = [48, 24].map((hours) => hours * 60 * 60_000)

/** The earliest time at which an endpoint that has only failed since then is disabled. */
export const disablesAt = (failingSince: Date): Date => new Date(failingSince.getTime() + disableAfterMs)

/**
 * Whether the owner is to be warned, after a failing attempt at `now`, that an endpoint which has only failed
 * since then will be disabled: at 24 and at 48 hours, unless they were warned since (`warnedAt`).
 */
export function isWarningDue(failingSince: Date, warnedAt: Date | null, now: Date): boolean {
  const reachedMs = warnAfterMs.find((ms) => now.getTime() - failingSince.getTime() >= ms)
  if (reachedMs === undefined || now >= disablesAt(failingSince)) return false
  return warnedAt === null || warnedAt.getTime() < failingSince.getTime() + reachedMs
}

/** After this many failures in a row an endpoint gets one request at a time. */
const failingAfter = 5

/** Whether an endpoint has failed so often in a row that it gets one request at a time until one succeeds. */
export const isFailing = (consecutiveFailures: number): boolean => consecutiveFailures >= failingAfter

/** Requests under way at once to one endpoint: many while it responds, one while it is failing. */
export const maxInFlight = (consecutiveFailures: number): number => (isFailing(consecutiveFailures) ? 1 : 8)

export type Health = { failingSince: Date | null; consecutiveFailures: number; disabledAt: Date | null }
export type Outcome = { isSuccess: boolean; at: Date }

/**
 * The health of an endpoint after more attempts, in the order in which they ended (decision 38). A success
 * resets it; an endpoint is disabled at a failing attempt only, so one without traffic never is.
 */
export function healthAfter(before: Health, outcomes: readonly Outcome[]): Health {
  return outcomes.reduce(healthAfterOne, before)
}

function healthAfterOne(health: Health, { isSuccess, at }: Outcome): Health {
  if (isSuccess) return { ...health, failingSince: null, consecutiveFailures: 0 }
  const failingSince = health.failingSince ?? at
  const isTooLong = at.getTime() - failingSince.getTime() >= disableAfterMs
  return {
    failingSince,
    consecutiveFailures: health.consecutiveFailures + 1,
    disabledAt: health.disabledAt ?? (isTooLong ? at : null),
  }
}
