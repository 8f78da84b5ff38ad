import type { ShopRow } from '../shops/shop-store.ts'
import type { TransferRow } from './transfer-row.ts'

/**
 * The payout that the operator refused for the number of a shop, as long as the shop has that number and nobody had it
 * sent again; undefined where none waits. `payouts` are those to the shop, the newest first.
 */
export function heldPayout(
  { payout_phone: phone }: Pick<ShopRow, 'payout_phone'>,
  [latest]: readonly TransferRow[],
  now: Date,
): TransferRow | undefined {
  if (latest?.state !== 'REFUSED' || latest.reason !== 'NUMBER_REFUSED' || latest.phone !== phone)
    return undefined
  return latest.retry_at === null || latest.retry_at > now ? latest : undefined
}
