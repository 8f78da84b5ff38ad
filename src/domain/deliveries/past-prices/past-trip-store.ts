import type { Database } from '../../../base/database/open-database.ts'
import type { Point } from '../../../base/kernel/point.ts'
import type { ParcelSize } from '../../../contract/vocabulary.ts'
import type { PromoTerms } from '../../money/payments/promo-code.ts'
import { pricedWindow } from '../../pricing/dropoff-window.ts'
import type { PickupWindow } from '../../pricing/pickup-window.ts'
import type { PriceWorking } from '../../pricing/trip-price.ts'
import { windowsOf } from '../delivery-row.ts'

/** A trip that was made, with all that its price depended on. */
export type PastTrip = {
  reference: string
  createdAt: Date
  pickup: Point
  dropoff: Point
  parcelSize: ParcelSize
  fragile: boolean
  window: PickupWindow | null
  working: PriceWorking
  shopDiscountPercent: number
  promo: PromoTerms | null
  secondTryPercent: number | undefined
}

/** The last delivered trips of a city, newest first. */
export async function listPastTrips(db: Database, cityId: string, limit: number): Promise<PastTrip[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('shops', 'shops.id', 'deliveries.shop_id')
    .leftJoin('promo_codes', 'promo_codes.id', 'deliveries.promo_code_id')
    .select([
      'deliveries.reference',
      'deliveries.created_at',
      'deliveries.pickup_lat',
      'deliveries.pickup_lng',
      'deliveries.dropoff_lat',
      'deliveries.dropoff_lng',
      'deliveries.parcel_size',
      'deliveries.parcel_fragile',
      'deliveries.pickup_window_from',
      'deliveries.pickup_window_to',
      'deliveries.dropoff_window_from',
      'deliveries.dropoff_window_to',
      'deliveries.price_working',
      'shops.discount_percent',
      'promo_codes.percent as promo_percent',
      'promo_codes.amount_fcfa as promo_amount_fcfa',
      'promo_codes.bearer as promo_bearer',
    ])
    .where('deliveries.city_id', '=', cityId)
    .where('deliveries.status', '=', 'DELIVERED')
    .where('deliveries.ended_at', 'is not', null)
    .where('deliveries.dropoff_lat', 'is not', null)
    .orderBy('deliveries.ended_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    createdAt: row.created_at,
    pickup: { lat: row.pickup_lat, lng: row.pickup_lng },
    dropoff: { lat: row.dropoff_lat ?? 0, lng: row.dropoff_lng ?? 0 },
    parcelSize: row.parcel_size,
    fragile: row.parcel_fragile,
    window: pricedWindow(windowsOf(row)),
    working: row.price_working as PriceWorking,
    secondTryPercent: (row.price_working as PriceWorking).secondTryPercent,
    shopDiscountPercent: row.discount_percent,
    promo:
      row.promo_bearer === null
        ? null
        : {
            percent: row.promo_percent,
            amountFcfa: row.promo_amount_fcfa,
            bearer: row.promo_bearer,
          },
  }))
}
