import type { Database } from '../../../base/database/open-database.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type AllSearch, type FoundOfShop, searchAllDeliveries } from '../searching/search-all-deliveries.ts'

/** How many deliveries are in memory at once. */
const batchSize = 500

/**
 * All deliveries of all shops that are looked for, newest first, read in batches and only when they are asked
 * for. The line of audit names the filter, but not what was typed, which is a name or a phone. Throws
 * ROLE_REQUIRED.
 */
export async function exportDeliveries(
  deps: AuditedDeps & { db: Database },
  search: Omit<AllSearch, 'olderThan'>,
  format: string,
): Promise<AsyncGenerator<FoundOfShop, void, void>> {
  const { db, clock, actor } = deps
  const { typed, filter } = search
  await db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor }, 'DISPATCH')
    await recordAct(
      { db: trx, clock, actor },
      {
        action: 'export-deliveries',
        subject: { type: 'SERVICE', id: 'deliveries' },
        before: null,
        after: { format, hasWords: typed.trim() !== '', ...filter },
      },
    )
  })
  return listInBatches(db, search)
}

async function* listInBatches(
  db: Database,
  search: Omit<AllSearch, 'olderThan'>,
): AsyncGenerator<FoundOfShop, void, void> {
  let olderThan: string | undefined
  for (let hasMore = true; hasMore; ) {
    const page = await searchAllDeliveries(db, { ...search, olderThan }, batchSize)
    yield* page.rows
    olderThan = page.rows.at(-1)?.id
    hasMore = page.hasMore && olderThan !== undefined
  }
}
