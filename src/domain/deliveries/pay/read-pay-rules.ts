import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { EffectiveRule, PayRule } from './courier-pay.ts'
import { findPayRules } from './pay-rule-store.ts'

/**
 * The rule that counts for each courier; null stands for a courier who is not registered, as in the sandbox.
 */
type RuleOf = (courierId: string | null) => EffectiveRule

/**
 * Reads the rules of these couriers: their own, or else the company's, or else `courierPayPercent` of the
 * trip and nothing more.
 */
export async function readPayRules(
  db: Database | Trx,
  courierPayPercent: number,
  courierIds: readonly string[],
): Promise<RuleOf> {
  const rules = await findPayRules(db, courierIds)
  const ofCourier = new Map(rules.map((rule) => [rule.courierId, rule]))
  const none: PayRule = { percent: null, minimumFcfa: 0, bonuses: [] }
  return (courierId) => {
    const { percent, minimumFcfa, bonuses } = ofCourier.get(courierId) ?? ofCourier.get(null) ?? none
    return { percent: percent ?? courierPayPercent, minimumFcfa, bonuses }
  }
}
