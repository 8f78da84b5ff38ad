import type { Database } from '../../base/database/open-database.ts'
import { actorText } from '../../base/kernel/actor.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import { hasActedSince } from '../audit/audit-store.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'

/** How long one line of the audit speaks for, in ms: a visit has many pages. */
const visitMs = 60 * 60_000

/**
 * Tells the owner of a shop, in its audit, that an operator looks at its console: one line for each hour.
 * Throws ROLE_REQUIRED (decision 188).
 */
export async function recordOperatorVisit(
  deps: AuditedDeps & { db: Database },
  shopId: string,
): Promise<void> {
  const { db, clock, actor } = deps
  const since = new Date(clock.now().getTime() - visitMs)
  const act = { actor: actorText(actor), action: 'record-operator-visit', shopId }
  if (await hasActedSince(db, { ...act, since })) return
  await db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor }, 'MANAGE')
    await recordAct(
      { ...deps, db: trx },
      { action: act.action, subject: { type: 'SHOP', id: shopId }, shopId, before: null, after: {} },
    )
  })
}
