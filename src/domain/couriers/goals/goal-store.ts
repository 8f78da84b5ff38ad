import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Goal } from './goal-bounds.ts'

/** The goal of a courier; undefined without one. */
export async function findGoal(db: Database, courierId: string): Promise<Goal | undefined> {
  return db
    .selectFrom('courier_goals')
    .select(['courier_goals.period', 'courier_goals.amount_fcfa as amountFcfa'])
    .where('courier_goals.courier_id', '=', courierId)
    .executeTakeFirst()
}

/** Sets the goal of a courier in place of the one before. */
export async function upsertGoal(
  db: Database | Trx,
  courierId: string,
  { period, amountFcfa }: Goal,
  now: Date,
): Promise<void> {
  const set = { period, amount_fcfa: amountFcfa, set_at: now }
  await db
    .insertInto('courier_goals')
    .values({ courier_id: courierId, ...set })
    .onConflict((conflict) => conflict.column('courier_id').doUpdateSet(set))
    .execute()
}

export async function deleteGoal(db: Database | Trx, courierId: string): Promise<void> {
  await db.deleteFrom('courier_goals').where('courier_goals.courier_id', '=', courierId).execute()
}
