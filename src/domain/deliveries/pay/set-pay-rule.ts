import { violatedConstraint } from '../../../base/database/database-error.ts'
import { inTransaction } from '../../../base/database/in-transaction.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { requireServiceRight } from '../../accounts/check-service-right.ts'
import type { AuditedDeps, AuditValues } from '../../audit/audited-act.ts'
import { recordAct } from '../../audit/record-act.ts'
import { type PayRule, payRuleFault } from './courier-pay.ts'
import {
  deletePayRule,
  findPayRules,
  lockPayRules,
  type StoredPayRule,
  savePayRule,
} from './pay-rule-store.ts'

/**
 * Sets how a courier's trips are paid, or how everybody's are who has no rule of their own (`courierId`
 * null); a null rule takes it away. Trips that were promised or assigned keep their pay. Throws
 * ROLE_REQUIRED, PAY_RULE_REFUSED, COURIER_NOT_FOUND.
 */
export async function setPayRule(
  deps: AuditedDeps,
  courierId: string | null,
  rule: PayRule | null,
): Promise<void> {
  const fault = rule && payRuleFault(rule)
  if (fault) throw new ApiError('PAY_RULE_REFUSED', { fault })
  try {
    await inTransaction(deps.db, async (trx) => {
      await requireServiceRight({ db: trx, actor: deps.actor }, 'MANAGE')
      await lockPayRules(trx)
      const rules = await findPayRules(trx, courierId === null ? [] : [courierId])
      const before = rules.find((each) => each.courierId === courierId)
      if (!before && !rule) return
      const now = deps.clock.now()
      const id = before?.id ?? newId(now)
      if (rule) await savePayRule(trx, { ...rule, id, courierId, changedAt: now })
      else await deletePayRule(trx, id)
      await recordAct(
        { ...deps, db: trx },
        {
          action: 'set-pay-rule',
          subject: { type: 'PAY_RULE', id: courierId ?? id },
          before: before ? ruleValues(before) : null,
          after: rule && ruleValues(rule),
        },
      )
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'courier_pay_rules_courier_id_fkey') throw error
    throw new ApiError('COURIER_NOT_FOUND')
  }
}

const ruleValues = ({ percent, minimumFcfa, bonuses }: PayRule | StoredPayRule): AuditValues => ({
  percent,
  minimumFcfa,
  bonuses,
})
