import { ApiError } from '../../base/contract/errors.ts'
import type { Database, OpenDatabase } from '../../base/database/open-database.ts'
import { actorText } from '../../base/kernel/actor.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { insertClosedMonth, isBehind, lockBooks } from '../ledger/closed-month-store.ts'
import { monthBounds } from '../ledger/ledger-month.ts'
import { findOpenSince } from '../ledger/ledger-store.ts'
import { checkLedger } from './check-ledger.ts'

/**
 * Closes a month of the books, with all before it: nothing is booked in them any more. Whatever happened in them must be
 * booked, and the books must be without fault. Throws MONTH_NOT_CLOSABLE, ROLE_REQUIRED.
 */
export async function closeMonth(
  deps: AuditedDeps & { db: Database; database: OpenDatabase },
  month: string,
): Promise<void> {
  await requireServiceRight(deps, 'MANAGE')
  const bounds = monthBounds(month)
  const now = deps.clock.now()
  if (!bounds || bounds.to > now) throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'NOT_OVER' })
  // Before anything is locked: it reads all that is booked.
  const { faults } = await checkLedger(deps)
  if (faults.length > 0) throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'FAULTY' })
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockBooks(trx)
    const openSince = await findOpenSince(trx)
    if (openSince !== null && bounds.to <= openSince)
      throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'CLOSED' })
    if (await isBehind(trx, bounds.to))
      throw new ApiError('MONTH_NOT_CLOSABLE', { month, reason: 'NOT_BOOKED' })
    await insertClosedMonth(trx, { month, now, actor: actorText(deps.actor) })
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
