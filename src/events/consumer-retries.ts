/** At most this many events are given positions, or passed to a consumer, in one transaction. */
export const maxBatch = 500

/** How often a consumer may fail on an event before it is parked. */
export const maxFailures = 10

/**
 * The state of a consumer: how many events it takes at once, and how often it failed on the next one alone.
 */
export type ConsumerState = { batchSize: number; failures: number }

/** After a success a consumer takes twice as many at once again. */
export const afterSuccess = ({ batchSize }: ConsumerState): ConsumerState => ({
  batchSize: Math.min(2 * batchSize, maxBatch),
  failures: 0,
})

/**
 * After a failure on `attempted` events half of them are tried, until one is left; that one is tried ten
 * times in about 20 s, less and less often, and then parked.
 */
export function afterFailure(
  { failures }: ConsumerState,
  attempted: number,
): (ConsumerState & { retryInMs: number }) | 'SET_ASIDE' {
  if (attempted > 1) return { batchSize: Math.ceil(attempted / 2), failures: 0, retryInMs: 50 }
  if (failures + 1 >= maxFailures) return 'SET_ASIDE'
  return { batchSize: 1, failures: failures + 1, retryInMs: Math.min(50 * 2 ** failures, 5_000) }
}
