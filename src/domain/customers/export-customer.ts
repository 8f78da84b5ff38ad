import type { Database } from '../../base/database/open-database.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import { type AuditedDeps, maskedPhone } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import {
  listDeliveriesToPhone,
  listFrozenEvents,
  listHistoryOf,
  listWholeDeliveries,
} from '../deliveries/erasing/erasure-store.ts'
import { listFilesOf } from '../deliveries/files/delivery-file-store.ts'
import { listHandoverPlaces } from '../deliveries/handover-proof/handover-place-store.ts'
import { listProblemsOfAll } from '../feedback/problem-report-store.ts'
import { listRatingsOf } from '../feedback/rating-store.ts'
import { kindsForCustomers } from '../messages/message-kinds.ts'
import { listMessagesToCustomers } from '../messages/message-store.ts'
import { customerFile } from './customer-file.ts'
import { findCustomer } from './find-customer.ts'
import { maxShown } from './kept-of-customer.ts'

/**
 * All that is kept of a phone number, for the person whose it is: at most the newest 500 deliveries, and
 * whether these are all. Throws ROLE_REQUIRED.
 */
export async function exportCustomer(
  deps: AuditedDeps & { db: Database },
  { phone, reason }: { phone: string; reason: string },
): Promise<object> {
  const { db, clock, actor } = deps
  await db.transaction().execute(async (trx) => {
    await requireServiceRight({ db: trx, actor }, 'MANAGE')
    const { length: deliveries } = await listDeliveriesToPhone(trx, phone, { limit: maxShown })
    await recordAct(
      { db: trx, clock, actor },
      {
        action: 'export-customer',
        subject: { type: 'CUSTOMER', id: maskedPhone(phone) },
        before: null,
        after: { phone: maskedPhone(phone), reason, deliveries },
      },
    )
  })
  const kept = await findCustomer(deps, phone)
  const keys = kept.deliveries.map(({ shop_id: shopId, id }) => ({ shopId, id }))
  return customerFile(kept, {
    exportedAt: clock.now(),
    deliveries: await listWholeDeliveries(db, keys),
    history: await listHistoryOf(db, keys),
    messages: await listMessagesToCustomers(db, keys, { kinds: kindsForCustomers, limit: 10_000 }),
    files: await listFilesOf(db, keys),
    places: await listHandoverPlaces(db, keys),
    events: await listFrozenEvents(db, keys),
    problems: await listProblemsOfAll(db, keys),
    ratings: await listRatingsOf(db, keys),
  })
}
