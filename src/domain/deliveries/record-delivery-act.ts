import type { Actor } from '../../base/kernel/actor.ts'
import type { AuditValues } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import type { DeliveryRow } from './delivery-row.ts'
import type { Alongside } from './transitions/move-delivery.ts'

/** Writes the audit line of an act on a delivery in the transaction that changes it. */
export const recordDeliveryAct =
  ({ actor }: { actor: Actor }, action: string): Alongside =>
  async (trx, after, before, now) =>
    recordAct(
      { db: trx, clock: { now: () => now }, actor },
      {
        action,
        subject: { type: 'DELIVERY', id: after.id },
        shopId: after.shop_id,
        before: deliveryValues(before),
        after: deliveryValues(after),
      },
    )

/** The values of a delivery that its shop or the operator changes; nothing of the customer, and no code. */
const deliveryValues = (row: DeliveryRow): AuditValues => ({
  reference: row.reference,
  status: row.status,
  paymentStatus: row.payment_status,
  courierId: row.courier_id,
  cancellationFeeFcfa: row.cancellation_fee_fcfa,
  returnFeeFcfa: row.return_fee_fcfa,
})
