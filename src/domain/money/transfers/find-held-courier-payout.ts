import type { Database } from '../../../base/database/open-database.ts'
import { currencies } from '../../../contract/vocabulary.ts'
import type { CourierRow } from '../../couriers/courier-store.ts'
import { heldPayout } from './held-payout.ts'
import type { TransferRow } from './transfer-row.ts'
import { listTransfersTo } from './transfer-store.ts'

/**
 * The payout that a courier’s number refused and that waits for them, in whatever currency; undefined without
 * one.
 */
export async function findHeldCourierPayout(
  db: Database,
  { id, phone }: Pick<CourierRow, 'id' | 'phone'>,
  now: Date,
): Promise<TransferRow | undefined> {
  const latest = await Promise.all(
    currencies.map((currency) => listTransfersTo(db, { courier: id, currency }, 1)),
  )
  return latest.map((payouts) => heldPayout(phone, payouts, now)).find((held) => held !== undefined)
}
