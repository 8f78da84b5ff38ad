import { purgeInBatches } from '../../../base/background/purge-in-batches.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { deleteOldSimulatedPayments } from './simulated-payment-store.ts'

/** How long the simulated provider keeps payments: far longer than any request is polled. */
const retentionMs = 30 * 24 * 60 * 60_000

/** Removes a small batch of simulated payments of more than 30 days ago; returns whether more is left. */
export function purgeSimulatedPayments({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - retentionMs)
  return purgeInBatches([(limit) => deleteOldSimulatedPayments(db, before, limit)])
}
