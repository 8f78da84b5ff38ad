import { isUuid } from '../../../../base/kernel/uuid.ts'
import { readFcfa, readPercent } from '../../../../base/kernel/written-number.ts'
import { type PayBonus, type PayRule, payBounds } from '../../../../domain/deliveries/pay/courier-pay.ts'

/** How many lines the form has for hours, and how many for zones. */
export const bonusLines = payBounds.bonuses / 2

/** A line of the form as it was typed. */
export type TypedBonus = { from: string; to: string; zoneId: string; amount: string }

/** The form as it was typed. */
export type TypedRule = { percent: string; minimum: string; hours: TypedBonus[]; zones: TypedBonus[] }

/** Reads what was typed; lines of which nothing was typed are left out. */
export function typedRule(fields: Record<string, string>): TypedRule {
  const field = (name: string) => (fields[name] ?? '').trim().slice(0, 40)
  const lines = (kind: 'hours' | 'zone'): TypedBonus[] =>
    Array.from({ length: bonusLines }, (_, at) => ({
      from: field(`${kind}-${at}-from`),
      to: field(`${kind}-${at}-to`),
      zoneId: field(`${kind}-${at}-id`),
      amount: field(`${kind}-${at}-amount`),
    })).filter((line) => Object.values(line).some((value) => value !== ''))
  return { percent: field('percent'), minimum: field('minimum'), hours: lines('hours'), zones: lines('zone') }
}

/** The rule that was typed; numbers that are none become NaN, which the verb refuses. */
export function ruleOf({ percent, minimum, hours, zones }: TypedRule): PayRule {
  const bonuses: PayBonus[] = [
    ...hours.map(({ from, to, amount }) => ({
      kind: 'HOURS' as const,
      from,
      to,
      amountFcfa: amountOf(amount),
    })),
    ...zones
      .filter(({ zoneId }) => isUuid(zoneId))
      .map(({ zoneId, amount }) => ({ kind: 'ZONE' as const, zoneId, amountFcfa: amountOf(amount) })),
  ]
  return {
    percent: percent === '' ? null : (readPercent(percent) ?? Number.NaN),
    minimumFcfa: minimum === '' ? 0 : amountOf(minimum),
    bonuses,
  }
}

/** The form of a rule that is in force. */
export const formOf = ({ percent, minimumFcfa, bonuses }: PayRule): TypedRule => ({
  percent: percent === null ? '' : String(percent),
  minimum: String(minimumFcfa),
  hours: bonuses.flatMap((each) =>
    each.kind === 'HOURS'
      ? [{ from: each.from, to: each.to, zoneId: '', amount: String(each.amountFcfa) }]
      : [],
  ),
  zones: bonuses.flatMap((each) =>
    each.kind === 'ZONE' ? [{ from: '', to: '', zoneId: each.zoneId, amount: String(each.amountFcfa) }] : [],
  ),
})

/** Not a number for what is no amount. */
const amountOf = (text: string): number => readFcfa(text) ?? Number.NaN
