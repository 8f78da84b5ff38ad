import { isDeepStrictEqual } from 'node:util'
import type { Trx } from '../../base/database/open-database.ts'
import { actorText } from '../../base/kernel/actor.ts'
import { newId } from '../../base/kernel/clock.ts'
import { insertAuditLine } from './audit-store.ts'
import { type AuditedAct, type AuditedDeps, isAudited } from './audited-act.ts'

/** Writes the audit line of an act in the transaction that does it; an act that changed nothing leaves none. */
export async function recordAct(
  { db, clock, actor }: AuditedDeps & { db: Trx },
  { action, subject, shopId, before, after, ofService = false }: AuditedAct,
): Promise<void> {
  if (!(isAudited(actor) || ofService) || isDeepStrictEqual(before, after)) return
  const now = clock.now()
  await insertAuditLine(db, {
    id: newId(now),
    occurred_at: now,
    actor: actorText(actor),
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    shop_id: shopId ?? null,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  })
}
