import { purgeInBatches } from '../../../base/background/purge-in-batches.ts'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { announcementBounds } from './announcement-bounds.ts'
import { deleteOldAnnouncements } from './announcement-store.ts'

/** Deletes announcements of three months ago, with who has seen them; returns whether more is left. */
export function purgeAnnouncements({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const before = new Date(clock.now().getTime() - announcementBounds.keptDays * 24 * 60 * 60_000)
  return purgeInBatches([(limit) => deleteOldAnnouncements(db, before, limit)])
}
