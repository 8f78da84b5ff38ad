import type { Database, OpenDatabase } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { isMonth, monthBounds } from '../../../base/kernel/local-time.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { findLastClosed, insertClosedMonths, isBehind, lockBooks } from '../ledger/closed-month-store.ts'
import { monthsToClose } from '../ledger/ledger-month.ts'
import { checkLedger } from './check-ledger.ts'

/**
 * Closes a month of the books, with all before it: nothing is booked in them any more. It is one of the
 * company's time zone (decision 259). Whatever happened in them must be booked, and the books must be without
 * fault. Throws MONTH_NOT_CLOSABLE, ROLE_REQUIRED.
 */
export async function closeMonth(
  deps: AuditedDeps & { db: Database; database: OpenDatabase; timeZone: string },
  month: string,
): Promise<void> {
  await requireServiceRight(deps, 'MANAGE')
  const now = deps.clock.now()
  const until = isMonth(month) ? monthBounds(month, deps.timeZone).until : undefined
  if (!until || until > now) throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'NOT_OVER' })
  // Before anything is locked: it reads all that is booked.
  const { faults } = await checkLedger(deps)
  // What somebody received too much is booked as that, and may be made up for in a later month.
  if (faults.some(({ rule }) => rule !== 'PAID_TWICE'))
    throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'FAULTY' })
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockBooks(trx)
    const { lastClosed, beganAt } = await findLastClosed(trx)
    if (lastClosed !== null && month <= lastClosed.month)
      throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'CLOSED' })
    if (await isBehind(trx, until)) throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'NOT_BOOKED' })
    const months = monthsToClose(month, { lastClosed, beganAt, timeZone: deps.timeZone })
    await insertClosedMonths(trx, months, { now, actor: actorText(deps.actor) })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'close-month',
        subject: { type: 'LEDGER', id: month },
        before: { closedMonth: null },
        after: { closedMonth: month },
      },
    )
  })
}
