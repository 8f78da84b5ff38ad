import type { Trx } from '../../../base/database/open-database.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { endOfWait } from './pickup-problem.ts'
import { hasEarnedBeside, lockWaits } from './pickup-problem-store.ts'

/**
 * What a change makes of a courier's wait for this parcel, as `endOfWait` says it; of waits for several
 * parcels at one place at once the first that ends in full earns its fee, and no other (decision 355).
 */
export async function endingWait(
  trx: Trx,
  before: DeliveryRow,
  after: Parameters<typeof endOfWait>[1],
  now: Date,
): Promise<ReturnType<typeof endOfWait>> {
  const ended = endOfWait(before, after, now)
  if ((ended.waiting_fee_fcfa ?? 0) <= before.waiting_fee_fcfa || before.courier_id === null) return ended
  await lockWaits(trx, before.courier_id)
  const key = { shopId: before.shop_id, id: before.id }
  return (await hasEarnedBeside(trx, key)) ? { ...ended, waiting_fee_fcfa: before.waiting_fee_fcfa } : ended
}
