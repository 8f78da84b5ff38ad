import { type DeliveryStatus, deliveryStatuses } from '../../../base/contract/vocabulary.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { chosenOf } from '../../../base/pages/form-fields.ts'
import type { BoardFilter } from '../../../domain/board/board.ts'
import { isFinal } from '../../../domain/deliveries/delivery-status.ts'

/** Where the board is. */
export const boardPath = '/operations'

/** The statuses of the board, in the order of a delivery's life; a parcel called back is of a cancelled one. */
export const boardStatuses: readonly DeliveryStatus[] = [
  ...deliveryStatuses.filter((status) => !isFinal(status)),
  'CANCELLED',
]

/** What the address of the board asks for: `city`, `status`, `shop` and `late`. Throws CHOICE_UNKNOWN. */
export function boardFilter(query: unknown): BoardFilter {
  const { city, status, shop, late } = (query ?? {}) as Record<string, unknown>
  const known = chosenOf('status', status, boardStatuses)
  return {
    ...(typeof city === 'string' && isUuid(city) && { cityId: city }),
    ...(known && { status: known }),
    ...(typeof shop === 'string' && isUuid(shop) && { shopId: shop }),
    ...(late === 'on' && { isLateOnly: true }),
  }
}

/** The address of the board as it is filtered. */
export function boardHref({ cityId, status, shopId, isLateOnly }: BoardFilter): string {
  const query = new URLSearchParams({
    ...(cityId !== undefined && { city: cityId }),
    ...(status !== undefined && { status }),
    ...(shopId !== undefined && { shop: shopId }),
    ...(isLateOnly && { late: 'on' }),
  }).toString()
  return query === '' ? boardPath : `${boardPath}?${query}`
}
