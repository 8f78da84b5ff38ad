import type { Database } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type DeliveryKey, lockDelivery } from '../deliveries/delivery-store.ts'
import { canReport, type Problem } from './problem-report.ts'
import { insertProblemReport, listProblemsOf } from './problem-report-store.ts'

/**
 * Reports a problem of a delivery, which those who run the service read. `timesReported` is how often the
 * customer had done so when the form was made: one that is sent twice reports once. Returns whether it was
 * reported; a delivery takes five. Throws DELIVERY_NOT_FOUND, CUSTOMER_LINK_INVALID.
 */
export function reportProblem(
  { db, clock }: { db: Database; clock: Clock },
  key: DeliveryKey,
  { reason, words, timesReported }: Problem & { timesReported: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const delivery = await lockDelivery(trx, key)
    if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
    if (key.linkVersion !== delivery.link_version) throw new ApiError('CUSTOMER_LINK_INVALID')
    const { length: times } = await listProblemsOf(trx, key)
    if (!canReport(delivery.status) || times !== timesReported || times >= limits.problemReports) return false
    const now = clock.now()
    await insertProblemReport(trx, {
      shop_id: key.shopId,
      id: newId(now),
      delivery_id: key.id,
      number: times + 1,
      reason,
      words,
      delivery_status: delivery.status,
      courier_id: delivery.courier_id,
      reported_at: now,
    })
    return true
  })
}
