/** An endpoint that has failed for this long without one success is disabled (spec 6.5), in ms. */
const disableAfterMs = 72 * 60 * 60_000

/** After so many failures in a row an endpoint gets one request at a time. */
const troubledAfter = 5

/** Whether an endpoint has failed so often in a row that it gets little until it answers again. */
export const isTroubled = (consecutiveFailures: number): boolean => consecutiveFailures >= troubledAfter

/** Requests under way at once to one endpoint: many while it answers, one while it does not. */
export const mostInFlight = (consecutiveFailures: number): number => (isTroubled(consecutiveFailures) ? 1 : 8)

export type Health = { failingSince: Date | null; consecutiveFailures: number; disabledAt: Date | null }
export type Outcome = { isSuccess: boolean; at: Date }

/**
 * The health of an endpoint after more attempts, in the order in which they ended (decision 38). A
 * success clears it; it is judged at a failing attempt, so an endpoint without traffic is never disabled.
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
