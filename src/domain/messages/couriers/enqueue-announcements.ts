import { takeAnnouncementPiece } from '../../couriers/announcements/announcement-store.ts'
import { newMessage } from '../enqueue-messages.ts'
import type { NotifyDeps } from '../message-deps.ts'
import { insertMessages } from '../message-store.ts'

/** How many couriers are written to in one transaction. */
const pieceSize = 200

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
    return true
  })
}
