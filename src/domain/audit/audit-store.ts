import type { Insertable, Selectable } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { AuditLinesTable } from '../../base/database/tables.ts'

export type AuditLine = Selectable<AuditLinesTable>

type AuditFilter = {
  shopId?: string
  /** The id of what was acted on. */
  subjectId?: string
  /** Only lines of this moment and later. */
  since?: Date
  limit: number
}

export async function insertAuditLine(trx: Trx, line: Insertable<AuditLinesTable>): Promise<void> {
  await trx.insertInto('audit_lines').values(line).execute()
}

/** Lines of the audit that match the whole filter, newest first. */
export async function listAudit(
  db: Database,
  { shopId, subjectId, since, limit }: AuditFilter,
): Promise<AuditLine[]> {
  return db
    .selectFrom('audit_lines')
    .selectAll()
    .$if(shopId !== undefined, (query) => query.where('audit_lines.shop_id', '=', shopId ?? null))
    .$if(subjectId !== undefined, (query) => query.where('audit_lines.subject_id', '=', subjectId ?? ''))
    .$if(since !== undefined, (query) => query.where('audit_lines.occurred_at', '>=', since ?? new Date(0)))
    .orderBy('audit_lines.occurred_at', 'desc')
    .orderBy('audit_lines.id', 'desc')
    .limit(limit)
    .execute()
}
