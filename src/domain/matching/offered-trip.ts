import type { Fcfa } from '../../base/kernel/fcfa.ts'
import type { Point } from '../../base/kernel/point.ts'
import { amountToCollectOf, type DeliveryRow } from '../deliveries/delivery-row.ts'
import type { ServiceMap } from '../zones/service-map.ts'

/**
 * What the customer pays and to whom: through the service, to the shop's own number, or nothing. The courier
 * never touches money.
 */
export type ToCollect = { amountFcfa: Fcfa; through: 'NOBODY' | 'SERVICE' | 'SHOP' }

type Terms = Pick<
  DeliveryRow,
  'payment_mode' | 'collection' | 'fee_payer' | 'goods_amount_fcfa' | 'price_fcfa'
>

/** What is to be collected for a delivery, as its courier is told before they accept it. */
export function toCollect(row: Terms): ToCollect {
  const amountFcfa = amountToCollectOf(row)
  if (amountFcfa === 0) return { amountFcfa, through: 'NOBODY' }
  return { amountFcfa, through: row.collection === 'DIRECT' ? 'SHOP' : 'SERVICE' }
}

/** Where an offered trip leads. */
export type TripEnds = {
  from: Point
  /** Null where the customer has not given their position yet. */
  to: Point | null
  /** Whether the place it leads to cannot mean a door. */
  isRough: boolean
}

/** The neighbourhood of each end, or its city where no zone is drawn; null where neither is known. */
export type TripPlaces = { from: string | null; to: string | null; isRough: boolean }

/** The neighbourhoods of a trip: before it is theirs, a courier is told no door. */
export const tripPlaces = (map: ServiceMap, { from, to, isRough }: TripEnds): TripPlaces => ({
  from: placeName(map, from),
  to: to && placeName(map, to),
  isRough,
})

/** The neighbourhood of a point, or its city where no zone is drawn; null where neither is known. */
export function placeName(map: ServiceMap, point: Point): string | null {
  const place = map.locate(point)
  return place?.zone?.name ?? place?.city.name ?? null
}
