/** A process that served for so long, in ms, did not end because of how it starts. */
const settledMs = 60_000
const firstMs = 1_000
const maxMs = 30_000

/** How many times in a row a process ended early, counting the one that just ended. */
export const earlyEndsAfter = (
  before: number,
  { isReady, livedMs }: { isReady: boolean; livedMs: number },
) => (isReady && livedMs >= settledMs ? 0 : before + 1)

/** When one that ended is started again, in ms: at once, then ever later while it does not last. */
export const restartDelayMs = (earlyEnds: number): number =>
  earlyEnds <= 1 ? 0 : Math.min(maxMs, firstMs * 2 ** (earlyEnds - 2))
