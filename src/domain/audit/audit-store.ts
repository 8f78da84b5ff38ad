import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import type { Actor } from '../../base/kernel/actor.ts'
import { momentInId } from '../../base/kernel/uuid.ts'
import type { AuditSubjectType } from './audited-act.ts'

export type AuditLine = Selectable<Tables['audit_lines']>

/** What is read of the audit; whatever is left out does not matter. */
export type AuditFilter = {
  shopId?: string
  /** The id of what was acted on. */
  subjectId?: string
  /** Only what was done to these kinds of things. */
  subjectTypes?: readonly AuditSubjectType[]
  /** Only what this actor did, as `actorText` writes it. */
  actor?: string
  /** Only what actors of this kind did. */
  actorKind?: Actor['kind']
  /** Only lines of this moment and later. */
  since?: Date
  /** Only lines from before this moment. */
  until?: Date
  /** Only lines before this one, which a page ended with; its identifier carries its moment. */
  beforeId?: string
  limit: number
}

export async function insertAuditLine(trx: Trx, line: Insertable<Tables['audit_lines']>): Promise<void> {
  await trx.insertInto('audit_lines').values(line).execute()
}

/** Lines of the audit that match the whole filter, newest first. */
export async function listAudit(
  db: Database,
  { shopId, subjectId, subjectTypes, actor, actorKind, since, until, beforeId, limit }: AuditFilter,
): Promise<AuditLine[]> {
  return db
    .selectFrom('audit_lines')
    .selectAll()
    .$if(shopId !== undefined, (query) => query.where('audit_lines.shop_id', '=', shopId ?? null))
    .$if(subjectId !== undefined, (query) => query.where('audit_lines.subject_id', '=', subjectId ?? ''))
    .$if(actor !== undefined, (query) => query.where('audit_lines.actor', '=', actor ?? ''))
    .$if(actorKind !== undefined, (query) =>
      query.where(sql<boolean>`split_part(audit_lines.actor, ':', 1) = ${actorKind}`),
    )
    .$if(until !== undefined, (query) => query.where('audit_lines.occurred_at', '<', until ?? new Date(0)))
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
  return sql<boolean>`
    audit_lines.occurred_at <= ${at} and (audit_lines.occurred_at < ${at} or audit_lines.id < ${id})`
}

/** Whether somebody did something for a shop at this moment or later. */
export async function hasActedSince(
  db: Database,
  { actor, action, shopId, since }: { actor: string; action: string; shopId: string; since: Date },
): Promise<boolean> {
  const line = await db
    .selectFrom('audit_lines')
    .select('audit_lines.id')
    .where('audit_lines.shop_id', '=', shopId)
    .where('audit_lines.occurred_at', '>=', since)
    .where('audit_lines.actor', '=', actor)
    .where('audit_lines.action', '=', action)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}
