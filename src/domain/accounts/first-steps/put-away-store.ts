import type { Database } from '../../../base/database/open-database.ts'

/** Whose list of first steps: `SERVICE`, or the id of a shop. */
export type StepsKey = { accountId: string; stepsOf: string }

/** Whether somebody has put a list of first steps away. */
export async function isPutAway(db: Database, { accountId, stepsOf }: StepsKey): Promise<boolean> {
  const row = await db
    .selectFrom('first_steps_put_away')
    .select('put_away_at')
    .where('account_id', '=', accountId)
    .where('steps_of', '=', stepsOf)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPutAway(
  db: Database,
  { accountId, stepsOf }: StepsKey,
  now: Date,
): Promise<void> {
  await db
    .insertInto('first_steps_put_away')
    .values({ account_id: accountId, steps_of: stepsOf, put_away_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deletePutAway(db: Database, { accountId, stepsOf }: StepsKey): Promise<void> {
  await db
    .deleteFrom('first_steps_put_away')
    .where('account_id', '=', accountId)
    .where('steps_of', '=', stepsOf)
    .execute()
}
