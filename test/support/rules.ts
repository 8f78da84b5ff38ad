import { cliActor } from '../../src/base/kernel/actor.ts'
import { changeRule } from '../../src/domain/rules/change-rule.ts'
import { type RuleName, type Rules, type RulesDeps, ruleText } from '../../src/rules.ts'
import type { Services } from '../../src/services.ts'

/** Sets rules as the operator does, and waits until this process goes by them. */
export async function setRules(services: Services, wished: Partial<Rules>): Promise<void> {
  for (const [name, value] of Object.entries(wished))
    await changeRule({ ...services, actor: cliActor }, name as RuleName, ruleText(value))
  await services.rules.reload()
}

/** The rules as they hold, with these instead. */
export const withRules = <Held extends RulesDeps['rules']>(
  { rules }: { rules: Held },
  wished: Partial<Rules>,
): Held => ({ ...rules, current: () => ({ ...rules.current(), ...wished }) })
