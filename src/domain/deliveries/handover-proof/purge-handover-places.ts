import { purgeInBatches } from '../../../base/background/purge-in-batches.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { fileRules } from '../files/delivery-file.ts'
import { deletePlacesBefore } from './handover-place-store.ts'

/** Forgets places of hand-overs that are as old as their photos may become; returns whether more is left. */
export function purgeHandoverPlaces({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - fileRules.HANDOVER_PHOTO.keptMs)
  return purgeInBatches([(limit) => deletePlacesBefore(db, before, limit)])
}
