import { purgeInBatches } from '../../../base/background/purge-in-batches.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { shiftBounds } from './shift-bounds.ts'
import { deleteOldShifts } from './shift-store.ts'

/** Deletes shifts that ended long ago, as duty periods are; returns whether more is left. */
export function purgeShifts({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - shiftBounds.keptDays * 24 * 60 * 60_000)
  return purgeInBatches([(limit) => deleteOldShifts(db, before, limit)])
}
