import { deleteOldAttempts, deleteOldDispatches } from './attempt-store.ts'
import type { WebhookParts } from './webhook-parts.ts'

/** How long the log is kept (spec 6.5), and how much is removed at once. */
const keptMs = 30 * 24 * 60 * 60_000
const batchSize = 2_000

/** Removes a small batch of what is older than 30 days; answers whether more is left. */
export async function purgeWebhookLog({ db, clock }: Pick<WebhookParts, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock.now().getTime() - keptMs)
  const attempts = await deleteOldAttempts(db, before, batchSize)
  const dispatches = await deleteOldDispatches(db, before, batchSize)
  return attempts === batchSize || dispatches === batchSize
}
