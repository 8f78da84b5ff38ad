import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { AuditLinesTable } from '../../base/database/tables.ts'
import { momentInId } from '../../base/kernel/uuid.ts'
import type { AuditSubjectType } from './audited-act.ts'

export type AuditLine = Selectable<AuditLinesTable>

type AuditFilter = {
  shopId?: string
  /** The id of what was acted on. */
  subjectId?: string
  /** Only what was done to these kinds of things. */
  subjectTypes?: readonly AuditSubjectType[]
  /** Only lines of this moment and later. */
  since?: Date
  /** Only lines before this one, which a page ended with; its identifier carries its moment. */
  beforeId?: string
  limit: number
}

export async function insertAuditLine(trx: Trx, line: Insertable<AuditLinesTable>): Promise<void> {
  await trx.insertInto('audit_lines').values(line).execute()
}

/** Lines of the audit that match the whole filter, newest first. */
export async function listAudit(
  db: Database,
  { shopId, subjectId, subjectTypes, since, beforeId, limit }: AuditFilter,
): Promise<AuditLine[]> {
  return db
    .selectFrom('audit_lines')
    .selectAll()
    .$if(shopId !== undefined, (query) => query.where('audit_lines.shop_id', '=', shopId ?? null))
    .$if(subjectId !== undefined, (query) => query.where('audit_lines.subject_id', '=', subjectId ?? ''))
    .$if(since !== undefined, (query) => query.where('audit_lines.occurred_at', '>=', since ?? new Date(0)))
    .$if(subjectTypes !== undefined, (query) =>
      query.where('audit_lines.subject_type', 'in', [...(subjectTypes ?? [])]),
    )
    .$if(beforeId !== undefined, (query) => query.where(isBefore(beforeId ?? '')))
    .orderBy('audit_lines.occurred_at', 'desc')
    .orderBy('audit_lines.id', 'desc')
    .limit(limit)
    .execute()
}

/** The same order as that of the lines; the first condition is the one that an index serves. */
function isBefore(id: string) {
  const at = momentInId(id)
  return sql<boolean>`audit_lines.occurred_at <= ${at} and (audit_lines.occurred_at < ${at} or audit_lines.id < ${id})`
}
