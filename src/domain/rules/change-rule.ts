import { inTransaction } from '../../base/database/in-transaction.ts'
import type { Trx } from '../../base/database/open-database.ts'
import { actorText } from '../../base/kernel/actor.ts'
import { ApiError } from '../../contract/errors.ts'
import { type RuleName, type Rules, rules, rulesOf, ruleText } from '../../rules.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { findRuleTexts, insertRuleChange, lockRules } from './rule-store.ts'

/**
 * Sets a rule of the business; an empty text is its default. Every process goes by it within a second, while
 * what was priced or promised before keeps what held then. Returns whether it was another value before.
 * Throws RULE_INVALID, ROLE_REQUIRED.
 */
export async function changeRule(deps: AuditedDeps, name: RuleName, given: string): Promise<boolean> {
  const after = takenText(name, given)
  return inTransaction(deps.db, async (trx) => {
    await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
    await lockRules(trx)
    const held = rulesOf(await findRuleTexts(trx))
    if (ruleText(held[name]) === after) return false
    await changeRuleIn({ ...deps, db: trx }, held, name, after)
    return true
  })
}

/** Writes a change and its line of audit, also where the service itself makes it. */
export async function changeRuleIn(
  deps: AuditedDeps & { db: Trx },
  held: Rules,
  name: RuleName,
  value: string,
): Promise<void> {
  const changed = { changedAt: deps.clock.now(), changedBy: actorText(deps.actor) }
  await insertRuleChange(deps.db, { rule: name, value, ...changed })
  await recordAct(deps, {
    action: 'change-rule',
    subject: { type: 'SERVICE', id: name },
    before: { [name]: ruleText(held[name]) },
    after: { [name]: value },
    ofService: true,
  })
}

/** The text of a value that the rule takes. Throws RULE_INVALID. */
function takenText(name: RuleName, given: string): string {
  try {
    return ruleText(rules[name].read(given.trim() || undefined))
  } catch (error) {
    throw new ApiError('RULE_INVALID', { rule: name, fault: (error as Error).message })
  }
}
