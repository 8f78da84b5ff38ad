import type { Database } from '../../../base/database/open-database.ts'
import { listAudit } from '../../audit/audit-store.ts'
import type { ManyDone } from './many-acts.ts'

/** What came of an act that `actor` did to several deliveries; undefined for another's. */
export async function findActOnMany(
  db: Database,
  actId: string,
  actor: string,
): Promise<ManyDone | undefined> {
  const [line] = await listAudit(db, { subjectId: actId, subjectTypes: ['SERVICE'], actor, limit: 1 })
  return line?.action === 'act-on-many' ? (line.after as unknown as ManyDone) : undefined
}
