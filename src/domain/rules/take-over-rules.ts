import type { Logger } from 'pino'
import type { Database } from '../../base/database/open-database.ts'
import { systemActor } from '../../base/kernel/actor.ts'
import type { Clock } from '../../base/kernel/clock.ts'
import { type RuleName, rulesOf, ruleText } from '../../rules.ts'
import { changeRuleIn } from './change-rule.ts'
import { findRuleTexts, lockRules } from './rule-store.ts'

/**
 * Takes over the rules that the environment still names, from when they were settings: once each, unless it
 * was set since. From then on what was set holds; where the environment says otherwise, a warning names it.
 */
export async function takeOverRules(
  { db, clock, log }: { db: Database; clock: Clock; log: Pick<Logger, 'info' | 'warn'> },
  given: Readonly<Partial<Record<RuleName, string>>>,
): Promise<void> {
  const named = Object.entries(given) as [RuleName, string][]
  if (named.length === 0) return
  const { taken, ignored } = await db.transaction().execute(async (trx) => {
    await lockRules(trx)
    const texts = await findRuleTexts(trx)
    const held = rulesOf(texts)
    const taken = named.filter(([name]) => !texts.has(name))
    for (const [name, text] of taken)
      await changeRuleIn({ db: trx, clock, actor: systemActor }, held, name, text)
    const ignored = named.filter(([name, text]) => texts.has(name) && ruleText(held[name]) !== text)
    return { taken, ignored }
  })
  if (taken.length > 0)
    log.info(
      { rules: taken.map(([name]) => name) },
      'rules that the environment names were taken over: they are changed on the page of settings now, and may be removed there',
    )
  if (ignored.length > 0)
    log.warn(
      { rules: ignored.map(([name]) => name) },
      'the environment names rules that were set otherwise since, and is not followed: remove them from it',
    )
}
