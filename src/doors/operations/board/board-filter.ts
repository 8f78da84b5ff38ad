import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../contract/vocabulary.ts'
import { type BoardFilter, boardViews } from '../../../domain/board/views/shown-deliveries.ts'
import { isFinal } from '../../../domain/deliveries/delivery-status.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { hrefWith } from '../../../pages/list-parts.ts'

/** Where the board is. */
export const boardHref = '/operations'

/** The longest text that is searched for, in characters. */
export const maxSearched = 60

/** The statuses of the board, in the order of a delivery's life; a parcel called back is CANCELLED. */
export const boardStatuses: readonly DeliveryStatus[] = [
  ...deliveryStatuses.filter((status) => !isFinal(status)),
  'CANCELLED',
]

/**
 * What the address of the board asks for: `view`, `q`, `city`, `zone`, `shop`, `courier` and `status`. Throws
 * CHOICE_UNKNOWN.
 */
export function readBoardFilter(query: unknown): BoardFilter {
  const { view, q, city, zone, shop, courier, status } = (query ?? {}) as Record<string, unknown>
  const knownView = chosenOf('view', view, boardViews)
  const knownStatus = chosenOf('status', status, boardStatuses)
  const text = typeof q === 'string' ? cleanedLine(q).slice(0, maxSearched) : ''
  return {
    ...(knownView && { view: knownView }),
    ...(text !== '' && { text }),
    ...(isId(city) && { cityId: city }),
    ...(isId(zone) && { zoneId: zone }),
    ...(isId(shop) && { shopId: shop }),
    ...(isId(courier) && { courierId: courier }),
    ...(knownStatus && { status: knownStatus }),
  }
}

/** The filter that the query of an address asks for. Throws CHOICE_UNKNOWN. */
export const filterOf = (query: string): BoardFilter =>
  readBoardFilter(Object.fromEntries(new URLSearchParams(query)))

/** The same of a view that was kept; undefined for one of another version that this one cannot read. */
export function keptFilter(query: string): BoardFilter | undefined {
  try {
    return filterOf(query)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)

/** The address of the board as it is filtered. */
export const filteredHref = (filter: BoardFilter): string => hrefWith(boardHref, queryOf(filter))

/** The same as the query of an address, empty where everything is shown. */
export const filterQuery = (filter: BoardFilter): string => filteredHref(filter).slice(boardHref.length + 1)

const queryOf = ({ view, text: q, cityId, zoneId, shopId, courierId, status }: BoardFilter) => ({
  view,
  q,
  city: cityId,
  zone: zoneId,
  shop: shopId,
  courier: courierId,
  status,
})
