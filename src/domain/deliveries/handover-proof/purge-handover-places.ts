import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { fileRules } from '../files/delivery-file.ts'
import { deletePlacesBefore } from './handover-place-store.ts'

const batchSize = 500

/**
 * Forgets a batch of the places of hand-overs that are as old as their photos may become. Returns whether
 * more is left.
 */
export async function purgeHandoverPlaces({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - fileRules.HANDOVER_PHOTO.keptMs)
  return (await deletePlacesBefore(db, before, batchSize)) === batchSize
}
