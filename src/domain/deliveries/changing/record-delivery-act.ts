import type { Actor } from '../../../base/kernel/actor.ts'
import type { AuditValues } from '../../audit/audited-act.ts'
import { recordActAt } from '../../audit/record-act.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { Alongside } from '../transitions/move-delivery.ts'
import type { Intervention } from './delivery-intervention.ts'

/** Who acts, and why where they act in place of somebody else. */
type ActingDeps = { actor: Actor; intervention?: Intervention }

/** Writes the audit line of an act on a delivery in the transaction that changes it. */
export const recordDeliveryAct =
  ({ actor, intervention }: ActingDeps, action: string, reason = intervention?.reason): Alongside =>
  async (trx, after, before, now) =>
    recordActAt({ db: trx, actor }, now, {
      action,
      subject: { type: 'DELIVERY', id: after.id },
      shopId: after.shop_id,
      before: { ...deliveryValues(before), ...(intervention && interventionValues(before)) },
      after: {
        ...deliveryValues(after),
        ...(intervention && interventionValues(after)),
        ...(reason !== undefined && { reason }),
      },
    })

/**
 * The same for what only those who run the service are audited for: a courier, the sandbox and the service
 * itself do it too, and the history of the delivery names them.
 */
export const recordIntervention = (deps: ActingDeps, action: string): Alongside | undefined =>
  deps.intervention ? recordDeliveryAct(deps, action) : undefined

/** The values of a delivery that its shop or the operator changes; nothing of the customer, and no code. */
const deliveryValues = (row: DeliveryRow): AuditValues => ({
  reference: row.reference,
  status: row.status,
  paymentStatus: row.payment_status,
  courierId: row.courier_id,
  cancellationFeeFcfa: row.cancellation_fee_fcfa,
  returnFeeFcfa: row.return_fee_fcfa,
})

/** What only an act in place of a courier or of the customer changes without changing the status. */
const interventionValues = (row: DeliveryRow): AuditValues => ({
  deadlineAt: row.due_at,
  arrivedAt: row.arrived_at_pickup_at,
  broughtBackAt: row.brought_back_at,
})
