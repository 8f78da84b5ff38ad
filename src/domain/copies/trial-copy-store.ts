import type { Database, Trx } from '../../base/database/open-database.ts'

/** Notes that this database is a copy to try things on, made at `now`. */
export async function insertTrialCopy(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto('trial_copies')
    .values({ copied_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether this database is a copy to try things on. */
export async function isTrialCopy(db: Database | Trx): Promise<boolean> {
  const row = await db.selectFrom('trial_copies').select('trial_copies.copied_at').executeTakeFirst()
  return row !== undefined
}
