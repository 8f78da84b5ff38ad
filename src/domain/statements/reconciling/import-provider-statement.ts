import { ApiError } from '../../../base/contract/errors.ts'
import type { Currency } from '../../../base/contract/vocabulary.ts'
import type { Database } from '../../../base/database/open-database.ts'
import { actorText } from '../../../base/kernel/actor.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { listBalances } from '../../ledger/ledger-store.ts'
import type { ProviderRow } from './provider-file.ts'
import { insertStatement, insertStatementRows } from './provider-statement-store.ts'
import { insertOverlaps } from './statement-removal-store.ts'

/** What was read of a provider's file. */
export type ReadStatement = {
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
 * Keeps what a provider says, to be compared with the books. A file that was imported before changes nothing, and a row
 * that another file had is not kept twice. Throws STATEMENT_PROVIDER_UNKNOWN, ROLE_REQUIRED (decision 209).
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
      if (written < some.length)
        await insertOverlaps(
          trx,
          of,
          some.map(({ key }) => key),
        )
    }
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
