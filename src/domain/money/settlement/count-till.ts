import type { Database } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import { actReason } from '../../audit/act-reason.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { lockAccounts } from '../ledger/lock-accounts.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { countPosting } from './money-move.ts'
import { findCount, insertCount } from './money-move-store.ts'

/**
 * Notes what was counted in the till. What is missing or too much there by the books is booked to suspense,
 * until somebody explains it. `id` is of the form that was filled in: sent again, it changes nothing. Throws
 * TILL_COUNT_INVALID, ALREADY_DONE where the form was sent before and said something else, ROLE_REQUIRED,
 * REASON_REQUIRED (decision 261).
 */
export function countTill(
  deps: AuditedDeps & { db: Database },
  {
    id,
    currency,
    countedFcfa,
    note: typed,
  }: { id: string; currency: Currency; countedFcfa: Fcfa; note: string },
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const note = actReason(typed)
    if (!Number.isSafeInteger(countedFcfa) || countedFcfa < 0 || countedFcfa > 100_000_000_000)
      throw new ApiError('TILL_COUNT_INVALID')
    const [bookedFcfa = 0] = await lockAccounts({ db: trx, clock: deps.clock }, [
      { kind: 'CASH', owner: '', currency },
      { kind: 'SUSPENSE', owner: '', currency },
    ])
    // Under the lock, so that of two that are sent at once the second finds the first.
    const noted = await findCount(trx, id)
    if (noted) {
      if (noted.currency === currency && noted.countedFcfa === countedFcfa) return
      throw new ApiError('ALREADY_DONE')
    }
    const countedAt = deps.clock.now()
    const differenceFcfa = countedFcfa - bookedFcfa
    await insertCount(trx, { id, currency, countedFcfa, bookedFcfa, note, countedAt }, actorText(deps.actor))
    await postEntries({ ...deps, db: trx }, [countPosting({ id, currency, differenceFcfa, countedAt, note })])
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'count-till',
        subject: { type: 'LEDGER', id },
        before: { tillFcfa: bookedFcfa },
        after: { tillFcfa: countedFcfa, currency, refundNote: note },
      },
    )
  })
}
