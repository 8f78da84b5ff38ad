import { purgeInBatches } from '../../../base/background/purge-in-batches.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { deleteOldAttempts, deleteOldDispatches, emptyOldBodies } from './attempt-store.ts'

/** How long the log is kept (spec 6.5), and for how long at most anything stays pending (decision 38). */
const retentionMs = 30 * 24 * 60 * 60_000

/**
 * Deletes a small batch of what is older than 30 days: of the log, of dispatches, and of the bodies of
 * events, which can no longer be sent; returns whether more is left.
 */
export function purgeWebhookLog({ db, clock }: Pick<WebhookDeps, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock.now().getTime() - retentionMs)
  return purgeInBatches([
    (limit) => deleteOldAttempts(db, before, limit),
    (limit) => deleteOldDispatches(db, before, limit),
    (limit) => emptyOldBodies(db, before, limit),
  ])
}
