import type { Database } from '../base/database/open-database.ts'

/** Notes that a purge had nothing left to delete. */
export async function setPurgeDone(db: Database, name: string, now: Date): Promise<void> {
  await db
    .insertInto('purge_rounds')
    .values({ name, done_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ done_at: now }).where('purge_rounds.done_at', '<', now),
    )
    .execute()
}

/** When each purge last had nothing left to delete; one that has never come so far is absent. */
export async function listPurgesDone(db: Database): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('purge_rounds')
    .select(['purge_rounds.name', 'purge_rounds.done_at'])
    .execute()
  return new Map(rows.map(({ name, done_at }) => [name, done_at]))
}
