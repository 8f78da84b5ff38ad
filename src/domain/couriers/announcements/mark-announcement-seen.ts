import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { setAnnouncementSeen } from './announcement-store.ts'

/** Keeps that a courier has seen what was written to them; what was not changes nothing. */
export const markAnnouncementSeen = (
  { db, clock }: { db: Database; clock: Clock },
  courierId: string,
  id: string,
): Promise<void> => setAnnouncementSeen(db, { courierId, id, at: clock.now() })
