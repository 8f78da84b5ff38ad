import type { Selectable } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { Tables } from '../../../base/database/tables.ts'

/** The payouts that are made at the same moments. */
export type PayoutRun = Selectable<Tables['payout_runs']>['name']

/** Until when the payouts of a run have been made; undefined before the first. */
export async function findMadeUntil(db: Database, name: PayoutRun): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payout_runs')
    .select('payout_runs.made_until')
    .where('payout_runs.name', '=', name)
    .executeTakeFirst()
  return row?.made_until
}

export async function keepMadeUntil(db: Database, name: PayoutRun, madeUntil: Date): Promise<void> {
  await db
    .insertInto('payout_runs')
    .values({ name, made_until: madeUntil })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ made_until: madeUntil }))
    .execute()
}
