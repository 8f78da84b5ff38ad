import { type ShiftSpan, shiftBounds } from './shift-bounds.ts'

/** Whether somebody who took a shift is on duty in it, was, or did not come. */
type Attendance = 'TO_COME' | 'ON_DUTY' | 'CAME' | 'MISSING'

/** Whether a courier was on duty within a shift so far, and whether they are now. */
export type DutyInShift = { wasOnDuty: boolean; isOnDuty: boolean }

/** How a shift of a courier goes at `now`; nobody is missing in its first quarter of an hour. */
export function attendanceOf(
  { beginsAt, endsAt }: ShiftSpan,
  { wasOnDuty, isOnDuty }: DutyInShift,
  now: Date,
): Attendance {
  if (now < beginsAt) return 'TO_COME'
  if (now < endsAt && isOnDuty) return 'ON_DUTY'
  if (wasOnDuty) return 'CAME'
  const isLate = now.getTime() >= beginsAt.getTime() + shiftBounds.lateMinutes * 60_000
  return isLate || now >= endsAt ? 'MISSING' : 'TO_COME'
}
