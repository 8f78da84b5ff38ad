import type { Database } from '../../src/base/database/open-database.ts'
import type { manualClock } from '../../src/base/kernel/clock.ts'

/** Longer than any lease. */
const stillMs = 10 * 60_000

/** A handle of a process that stands still (SIGSTOP, a paused machine) right after it has first claimed something. */
export function standingStillAfterClaim(db: Database, clock: ReturnType<typeof manualClock>): Database {
  const claims = new WeakSet<object>()
  let hasStood = false
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const statement = JSON.stringify(node)
      if (/lease_owner = |'SENDING', due_at/.test(statement) && statement.includes('skip locked'))
        claims.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (claims.delete(queryId) && !hasStood) {
        hasStood = true
        clock.forward(stillMs)
      }
      return result
    },
  })
}
