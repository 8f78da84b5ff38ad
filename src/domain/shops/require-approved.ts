import { ApiError } from '../../contract/errors.ts'
import type { ShopRow } from './shop-store.ts'

/**
 * Throws SHOP_NOT_APPROVED for a shop that still waits for the operator, and SHOP_SUSPENDED for one that must
 * not go on.
 */
export function requireApproved({
  approved_at,
  suspended_at,
}: Pick<ShopRow, 'approved_at' | 'suspended_at'>) {
  if (suspended_at) throw new ApiError('SHOP_SUSPENDED')
  if (!approved_at) throw new ApiError('SHOP_NOT_APPROVED')
}
