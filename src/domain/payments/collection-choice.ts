import { ApiError } from '../../base/contract/errors.ts'
import type { Collection } from '../../base/contract/vocabulary.ts'

/**
 * How the sale is collected: as asked, else as the shop is set. Throws PAYOUT_ACCOUNT_REQUIRED when
 * SECURE is asked of a shop without a payout number (spec 2.5, decision 12).
 */
export function chooseCollection(
  asked: Collection | undefined,
  shop: { default_collection: Collection; payout_phone: string | null },
): Collection {
  const collection = asked ?? shop.default_collection
  if (collection === 'SECURE' && shop.payout_phone === null) throw new ApiError('PAYOUT_ACCOUNT_REQUIRED')
  return collection
}
