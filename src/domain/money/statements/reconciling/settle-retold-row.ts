import type { Database } from '../../../../base/database/open-database.ts'
import { actorText } from '../../../../base/kernel/actor.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import { actReason } from '../../../audit/act-reason.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import type { RowSettlement } from '../../mobile-money/disagreements/disagreement.ts'
import { closeDisagreement, lockDisagreement } from '../../mobile-money/disagreements/disagreement-store.ts'
import { countRetoldRow } from './retold-row-store.ts'

/**
 * Settles which row of a reference counts that a provider's statements tell in two ways: the later one, the
 * earlier one, or both, where they are two things. Only what counts is compared with the books. A row whose
 * difference was settled stays counted. Throws DISAGREEMENT_NOT_OPEN, REASON_REQUIRED, ROLE_REQUIRED
 * (decision 249).
 */
export async function settleRetoldRow(
  deps: AuditedDeps & { db: Database },
  { id, words, how, reason: typed }: { id: string; words: number; how: RowSettlement; reason: string },
): Promise<void> {
  const reason = actReason(typed)
  await deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const found = await lockDisagreement(trx, { id })
    const [kind, rowId = ''] = found?.subject.split(':') ?? []
    if (!found || kind !== 'row' || found.settledAt !== null || found.words !== words)
      throw new ApiError('DISAGREEMENT_NOT_OPEN')
    if (!(await countRetoldRow(trx, rowId, how))) throw new ApiError('DISAGREEMENT_NOT_OPEN')
    await closeDisagreement(trx, id, { how, by: actorText(deps.actor), because: reason }, deps.clock.now())
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'settle-retold-row',
        subject: { type: 'LEDGER', id: found.subject },
        before: { disagreement: null },
        after: { provider: found.provider, disagreement: how, settledBecause: reason },
      },
    )
  })
}
