import type { Database } from '../../../base/database/open-database.ts'
import type { RulesDeps } from '../../../rules.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { isIn } from '../delivery-status.ts'
import { listHistory } from '../delivery-store.ts'
import { isErased } from '../erasing/erased-customer.ts'
import { listFilesOf } from '../files/delivery-file-store.ts'
import { listHandoverPlaces } from './handover-place-store.ts'
import { type HandoverReport, reportForShop } from './handover-report.ts'

/** How the hand-over of a delivery ended; null where there was none. */
export async function readHandoverReport(
  db: Database,
  row: Pick<DeliveryRow, 'shop_id' | 'id' | 'status' | 'taken_by' | 'recipient_kind' | 'customer_phone'>,
): Promise<HandoverReport | null> {
  const isDelivered = isIn('delivered', row.status)
  if (!isDelivered && !isIn('failed', row.status)) return null
  const key = { shopId: row.shop_id, id: row.id }
  const outcome = isDelivered ? 'DELIVERED' : 'FAILED'
  const [history, [place], files] = await Promise.all([
    listHistory(db, key),
    listHandoverPlaces(db, [key]),
    listFilesOf(db, [key]),
  ])
  // Later lines keep the status of this one.
  const ended = history.find(({ status }) => status === outcome)
  if (!ended) return null
  return {
    outcome,
    occurredAt: ended.occurred_at,
    withCode: isDelivered ? ended.intervention !== 'HAND_OVER' : null,
    takenBy: isDelivered && !isErased(row) ? takerOf(row) : null,
    takenByName: isDelivered ? row.taken_by : null,
    place: place ? { lat: place.lat, lng: place.lng, accuracyMeters: place.accuracyMeters } : null,
    photoId: files.find(({ kind }) => kind === 'HANDOVER_PHOTO')?.id ?? null,
  }
}

/** The customer, unless somebody whom they had named took it. */
const takerOf = ({ taken_by, recipient_kind }: Pick<DeliveryRow, 'taken_by' | 'recipient_kind'>) =>
  (taken_by === null ? null : recipient_kind) ?? 'CUSTOMER'

/** The same as far as the operator lets its shop see it. */
export async function readReportForShop(
  { db, rules }: RulesDeps & { db: Database },
  row: Parameters<typeof readHandoverReport>[1],
): Promise<HandoverReport | null> {
  const report = await readHandoverReport(db, row)
  return report && reportForShop(report, rules.current().SHOP_PROOF)
}
