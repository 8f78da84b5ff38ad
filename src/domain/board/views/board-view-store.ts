import type { Database } from '../../../base/database/open-database.ts'

/** A selection of the board that somebody keeps: its name, and the query of its address. */
export type KeptView = { name: string; query: string }

/** The views that somebody keeps, in the order in which they kept them. */
export async function listKeptViews(db: Database, accountId: string): Promise<KeptView[]> {
  return db
    .selectFrom('board_views')
    .select(['board_views.name', 'board_views.query'])
    .where('board_views.account_id', '=', accountId)
    .orderBy('board_views.kept_at')
    .orderBy('board_views.name')
    .execute()
}

/** Keeps a view under its name, in place of one that has it already. */
export async function upsertView(
  db: Database,
  accountId: string,
  { name, query }: KeptView,
  now: Date,
): Promise<void> {
  await db
    .insertInto('board_views')
    .values({ account_id: accountId, name, query, kept_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet({ query }))
    .execute()
}

export async function deleteView(db: Database, accountId: string, name: string): Promise<void> {
  await db
    .deleteFrom('board_views')
    .where('board_views.account_id', '=', accountId)
    .where('board_views.name', '=', name)
    .execute()
}
