import { takeAnnouncementPiece } from '../../couriers/announcements/announcement-store.ts'
import { insertNoticePushes } from '../../couriers/notices/notice-push-store.ts'
import { newMessage } from '../enqueue-messages.ts'
import type { NotifyDeps } from '../message-deps.ts'
import { messageKinds } from '../message-kinds.ts'
import { insertMessages } from '../message-store.ts'

/** How many couriers are written to in one transaction. */
const pieceSize = 200

/** For how long an announcement is pushed to a phone that is off: as long as it is written there. */
const pushedMs = messageKinds.COURIER_ANNOUNCEMENT.hours * 60 * 60_000

/**
 * Hands an announcement on to a piece of the couriers of its city: it stands on their page, and a message
 * goes to their phone (decision 351). Returns whether there was one, so that more may be left.
 */
export async function enqueueAnnouncements({ db, clock }: NotifyDeps): Promise<boolean> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const piece = await takeAnnouncementPiece(trx, { now, limit: pieceSize })
    if (!piece) return false
    const content = JSON.stringify({ announcementId: piece.id, text: piece.text })
    await insertMessages(
      trx,
      piece.courierIds.map((courier_id) => newMessage('COURIER_ANNOUNCEMENT', { courier_id, content }, now)),
    )
    await insertNoticePushes(
      trx,
      {
        ...{ kind: 'ANNOUNCEMENT', aboutId: piece.id, courierIds: piece.courierIds },
        expiresAt: new Date(now.getTime() + pushedMs),
      },
      now,
    )
    return true
  })
}
