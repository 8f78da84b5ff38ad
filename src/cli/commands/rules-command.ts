import { changeRule } from '../../domain/rules/change-rule.ts'
import { findRuleTexts } from '../../domain/rules/rule-store.ts'
import { type RuleName, ruleNames, rules, rulesOf, ruleText } from '../../rules.ts'
import { type AddCommand, answer } from './command-context.ts'
import { jsonOption, readChoice } from './option-values.ts'

/** `colis rules list | set`. */
export const addRulesCommand: AddCommand = (program, context) => {
  const family = program.command('rules').description('the rules of the business, which hold at once')

  family
    .command('list')
    .description('every rule: its value now, what it takes, its default and what it is for')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const { db } = await context.services()
      const held = rulesOf(await findRuleTexts(db))
      const lines = ruleNames.map((name) => {
        const { form, fallback, description } = rules[name]
        const takes = `${form}; default: ${fallback || 'nothing'}`
        return `${name}=${ruleText(held[name])}\n    ${description} (${takes})`
      })
      answer(context, options, { rules: held }, lines)
    })

  family
    .command('set')
    .description('set a rule; every process goes by it within a second')
    .requiredOption('--rule <name>', 'which, such as PAYOUT_HOUR', readChoice(ruleNames))
    .requiredOption('--value <value>', 'what it shall be; "" for its default')
    .option(...jsonOption)
    .action(async (options: { rule: RuleName; value: string; json?: boolean }) => {
      const services = await context.services()
      const isChanged = await changeRule(services, options.rule, options.value)
      const value = rulesOf(await findRuleTexts(services.db))[options.rule] ?? null
      answer(context, options, { rule: options.rule, value, isChanged }, [
        `${options.rule} ${isChanged ? 'is now' : 'was already'} ${ruleText(value) || 'nothing'}.`,
      ])
    })
}
