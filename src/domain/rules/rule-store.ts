import { sql } from 'kysely'
import { lockByName } from '../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'

/** A change of a rule: to which value, when, and by whom as `actorText` writes it. */
export type RuleChange = { rule: string; value: string; changedAt: Date; changedBy: string }

/** Holds all rules until the transaction ends, so that one change is decided after the other. */
export async function lockRules(trx: Trx): Promise<void> {
  await lockByName(trx, 'rules')
}

/** What was set of each rule that was ever set. */
export async function findRuleTexts(db: Database | Trx): Promise<Map<string, string>> {
  const newest = await db
    .selectFrom('rule_changes')
    .distinctOn('rule_changes.rule')
    .select(['rule_changes.rule', 'rule_changes.value'])
    .orderBy('rule_changes.rule')
    .orderBy('rule_changes.id', 'desc')
    .execute()
  return new Map(newest.map(({ rule, value }) => [rule, value]))
}

/** The last `limit` changes of each rule, the newest first. */
export async function listRuleChanges(db: Database, limit: number): Promise<RuleChange[]> {
  const { rows } = await sql<RuleChange>`
    select numbered.rule, numbered.value, numbered.changed_at as "changedAt",
      numbered.changed_by as "changedBy"
    from (
      select rule_changes.*,
        row_number() over (partition by rule_changes.rule order by rule_changes.id desc) as place
      from rule_changes
    ) as numbered
    where numbered.place <= ${limit}
    order by numbered.id desc
  `.execute(db)
  return rows
}

export async function insertRuleChange(
  trx: Trx,
  { rule, value, changedAt, changedBy }: RuleChange,
): Promise<void> {
  await trx
    .insertInto('rule_changes')
    .values({ rule, value, changed_at: changedAt, changed_by: changedBy })
    .execute()
}
