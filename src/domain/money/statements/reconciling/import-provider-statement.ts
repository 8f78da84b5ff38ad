import type { Database, Trx } from '../../../../base/database/open-database.ts'
import { actorText } from '../../../../base/kernel/actor.ts'
import { type Clock, newId } from '../../../../base/kernel/clock.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { requireServiceRight } from '../../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../../audit/audited-act.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { listBalances } from '../../ledger/ledger-store.ts'
import { insertWord, openDisagreement } from '../../mobile-money/disagreements/disagreement-store.ts'
import type { ProviderRow } from './provider-file.ts'
import { insertStatement, insertStatementRows, listOtherFees } from './provider-statement-store.ts'
import { setRetoldAside } from './retold-row-store.ts'
import { insertOverlaps, insertOverlapsWith } from './statement-removal-store.ts'

/** What was read of a provider's file. */
type ReadStatement = {
  provider: string
  currency: Currency
  fileSha256: string
  rows: readonly ProviderRow[]
  /** The balance that the provider gives after its last row; null where it is not known. */
  closingFcfa: number | null
}

/** How many rows one statement writes. */
const rowsAtOnce = 2_000

/**
 * Keeps what a provider says, to be compared with the books. A file that was imported before changes nothing,
 * and a row that another file had is not kept twice. Throws STATEMENT_PROVIDER_UNKNOWN, ROLE_REQUIRED
 * (decision 209).
 */
export async function importProviderStatement(
  deps: AuditedDeps & { db: Database },
  { provider, currency, fileSha256, rows, closingFcfa }: ReadStatement,
): Promise<{ id: string; isNew: boolean; newRows: number }> {
  const now = deps.clock.now()
  const times = rows.map(({ occurredAt }) => occurredAt.getTime()).sort((one, other) => one - other)
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) throw new RangeError('A statement has rows.')
  return deps.db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    const floats = await listBalances(trx, { kinds: ['PROVIDER_FLOAT'], owner: provider })
    if (!floats.some((float) => float.currency === currency)) throw new ApiError('STATEMENT_PROVIDER_UNKNOWN')
    const kept = await insertStatement(trx, {
      id: newId(now),
      ...{ provider, currency, fileSha256, closingFcfa },
      fileRows: rows.length,
      firstAt: new Date(first),
      lastAt: new Date(last),
      importedAt: now,
      importedBy: actorText(deps.actor),
    })
    if (!kept.isNew) return { ...kept, newRows: 0 }
    let newRows = 0
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce).map((row) => ({ ...row, id: newId(now) }))
      const of = { statementId: kept.id, provider, currency }
      const written = await insertStatementRows(trx, of, some)
      newRows += written
      if (written === some.length) continue
      await insertOverlaps(
        trx,
        of,
        some.map(({ key }) => key),
      )
      // The key of a row leaves its fee out, since not every file tells it: another fee is another row of
      // that thing.
      const otherFees = await listOtherFees(trx, of, some)
      newRows += await insertStatementRows(trx, of, otherFees)
    }
    await flagRetold({ db: trx, clock: deps.clock }, { statementId: kept.id, provider })
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'import-provider-statement',
        subject: { type: 'LEDGER', id: kept.id },
        before: null,
        after: { provider, currency, statementRows: rows.length, newRows, closingFcfa },
      },
    )
    return { ...kept, newRows }
  })
}

/**
 * What an earlier file told otherwise is not summed: it waits for a person, beside what was told before
 * (decision 249).
 */
async function flagRetold(
  deps: { db: Trx; clock: Clock },
  { statementId, provider }: { statementId: string; provider: string },
): Promise<void> {
  const now = deps.clock.now()
  const retold = await setRetoldAside(deps.db, statementId)
  for (const row of retold) {
    const { currency, amountFcfa, feeFcfa, reference, earlierFcfa } = row
    const about = { subject: `row:${row.rowId}`, provider, currency, amountFcfa: earlierFcfa }
    const disagreement = await openDisagreement(deps.db, { ...about, id: newId(now) }, now)
    const amount = feeFcfa === row.earlierFeeFcfa ? String(amountFcfa) : `${amountFcfa} (${feeFcfa})`
    await insertWord(deps.db, disagreement, { state: 'PAID', amount, currency, reference }, now)
  }
  const earlier = [...new Set(retold.map(({ earlierId }) => earlierId))]
  await insertOverlapsWith(deps.db, statementId, earlier)
}
