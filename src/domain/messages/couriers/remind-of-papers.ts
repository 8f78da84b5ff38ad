import { localDayText, wallClock } from '../../../base/kernel/local-time.ts'
import { paperNoticeGraceDays, paperNotices } from '../../couriers/documents/document-rules.ts'
import { takePapersToTell } from '../../couriers/documents/document-store.ts'
import { newMessage } from '../enqueue-messages.ts'
import type { NotifyDeps } from '../message-deps.ts'
import { insertMessages } from '../message-store.ts'

/** The hours of the company's day in which couriers are told of their papers: nobody is woken for one. */
const tellingHours = { from: 8, until: 20 }

const batchSize = 200

/**
 * Tells couriers of papers that end soon, 14 and 3 days before and on the last day (decision 350). Returns
 * whether more are left.
 */
export async function remindOfPapers({ db, clock, context: { timeZone } }: NotifyDeps): Promise<boolean> {
  const now = clock.now()
  const hour = wallClock(now, timeZone).getUTCHours()
  if (hour < tellingHours.from || hour >= tellingHours.until) return false
  return db.transaction().execute(async (trx) => {
    const papers = await takePapersToTell(trx, localDayText(now, timeZone), {
      notices: paperNotices,
      graceDays: paperNoticeGraceDays,
      limit: batchSize,
    })
    await insertMessages(
      trx,
      papers.map(({ id: documentId, courierId: courier_id, kind: paper, expiresOn }) => {
        const content = JSON.stringify({ documentId, paper, expiresOn })
        return newMessage('COURIER_PAPER_ENDS', { courier_id, content }, now)
      }),
    )
    return papers.length === batchSize
  })
}
