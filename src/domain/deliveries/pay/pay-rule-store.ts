import { sql } from 'kysely'
import { lockByName } from '../../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { PayRule } from './courier-pay.ts'

/** A rule as it is kept; `courierId` is null for the company's. */
export type StoredPayRule = PayRule & { id: string; courierId: string | null; changedAt: Date }

/** The rules of these couriers, those that there are, and the company's. */
export async function findPayRules(
  db: Database | Trx,
  courierIds: readonly string[],
): Promise<StoredPayRule[]> {
  const rows = await db
    .selectFrom('courier_pay_rules')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('courier_pay_rules.courier_id', 'is', null),
        eb('courier_pay_rules.courier_id', '=', sql<string>`any(${[...courierIds]}::uuid[])`),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    id: row.id,
    courierId: row.courier_id,
    percent: row.percent,
    minimumFcfa: row.minimum_fcfa,
    bonuses: row.bonuses as PayRule['bonuses'],
    changedAt: row.changed_at,
  }))
}

/**
 * Locks the rules against other changes: of two who change one at once, the later sees what the first made of
 * it.
 */
export async function lockPayRules(trx: Trx): Promise<void> {
  await lockByName(trx, 'courier pay rules')
}

/** Writes the rule of a courier, or the company's; returns its id. */
export async function savePayRule(trx: Trx, rule: StoredPayRule): Promise<string> {
  const columns = {
    percent: rule.percent,
    minimum_fcfa: rule.minimumFcfa,
    bonuses: JSON.stringify(rule.bonuses),
    changed_at: rule.changedAt,
  }
  const saved = await trx
    .insertInto('courier_pay_rules')
    .values({ id: rule.id, courier_id: rule.courierId, ...columns })
    .onConflict((conflict) => conflict.column('courier_id').doUpdateSet(columns))
    .returning('courier_pay_rules.id')
    .executeTakeFirstOrThrow()
  return saved.id
}

/** Removes a rule. */
export async function deletePayRule(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('courier_pay_rules').where('courier_pay_rules.id', '=', id).execute()
}
