import { isDeepStrictEqual } from 'node:util'
import type { Trx } from '../../base/database/open-database.ts'
import { actorText } from '../../base/kernel/actor.ts'
import { newId } from '../../base/kernel/clock.ts'
import { insertAuditLine } from './audit-store.ts'
import { type AuditedAct, type AuditedDeps, isAudited } from './audited-act.ts'

/**
 * Writes the audit line of an act in the transaction that does it; an act that changed nothing leaves none.
 */
export const recordAct = (deps: AuditedDeps & { db: Trx }, act: AuditedAct): Promise<void> =>
  recordActAt(deps, deps.clock.now(), act)

/** The same for an act whose moment is that of the change it belongs to. */
export async function recordActAt(
  { db, actor }: Omit<AuditedDeps, 'clock'> & { db: Trx },
  now: Date,
  { action, subject, shopId, before, after, ofService = false }: AuditedAct,
): Promise<void> {
  if (!(isAudited(actor) || ofService) || isDeepStrictEqual(before, after)) return
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
