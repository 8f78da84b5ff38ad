import { insertNoticePushes } from '../../couriers/notices/notice-push-store.ts'
import { shiftBounds } from '../../couriers/shifts/shift-bounds.ts'
import {
  type ShiftToTell,
  takeShiftNotices,
  takeShiftReminders,
} from '../../couriers/shifts/shift-taker-store.ts'
import { newMessage } from '../enqueue-messages.ts'
import type { NotifyDeps } from '../message-deps.ts'
import { insertMessages, type NewMessage } from '../message-store.ts'

const batchSize = 200
const remindedMs = shiftBounds.remindedMinutes * 60_000

const kinds = {
  GIVEN: 'COURIER_SHIFT_GIVEN',
  TAKEN: 'COURIER_SHIFT_TAKEN',
  CHANGED: 'COURIER_SHIFT_CHANGED',
} as const

/**
 * Reminds couriers of shifts that begin within the hour, and tells them what the operator did about theirs
 * (decision 352). Returns whether more is left.
 */
export async function remindOfShifts({ db, clock }: NotifyDeps): Promise<boolean> {
  const now = clock.now()
  const until = new Date(now.getTime() + remindedMs)
  return db.transaction().execute(async (trx) => {
    const notices = await takeShiftNotices(trx, now, batchSize)
    const reminders = await takeShiftReminders(trx, { now, until, remindedMs, limit: batchSize })
    await insertMessages(
      trx,
      [...notices, ...reminders].map((told) => messageAbout(told, now)),
    )
    for (const { shiftId: aboutId, courierId, endsAt: expiresAt } of reminders)
      await insertNoticePushes(trx, { kind: 'SHIFT_SOON', aboutId, courierIds: [courierId], expiresAt }, now)
    return notices.length === batchSize || reminders.length === batchSize
  })
}

function messageAbout({ notice, courierId: courier_id, ...shift }: ShiftToTell, now: Date): NewMessage {
  const about = { courier_id, content: JSON.stringify(shift), expires_at: shift.endsAt }
  return newMessage(notice === null ? 'COURIER_SHIFT_SOON' : kinds[notice], about, now)
}
