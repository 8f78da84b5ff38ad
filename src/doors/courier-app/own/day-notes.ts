import { dayAfter, localDayText } from '../../../base/kernel/local-time.ts'
import { paperNotices } from '../../../domain/couriers/documents/document-rules.ts'
import { listExpiringOf } from '../../../domain/couriers/documents/document-store.ts'
import { findNextShift } from '../../../domain/couriers/shifts/shift-taker-store.ts'
import type { DayNotes } from './day-notes-page.ts'
import type { OwnDeps } from './own-frame.ts'
import { readOwnGoal } from './read-own-goal.ts'

/** How long before it the next shift stands on the page. */
const shiftNoteMs = 24 * 60 * 60_000

/** Reads what a courier is told beside their trips. */
export async function readDayNotes(
  { db, timeZone }: Pick<OwnDeps, 'db' | 'timeZone'>,
  courierId: string,
  now: Date,
): Promise<DayNotes> {
  const today = localDayText(now, timeZone)
  const papers = await listExpiringOf(db, courierId, dayAfter(today, Math.max(...paperNotices) + 1))
  const until = new Date(now.getTime() + shiftNoteMs)
  const shift = await findNextShift(db, { courierId, now, until })
  return { today, now, papers, shift, goal: await readOwnGoal({ db, timeZone }, courierId, now) }
}
