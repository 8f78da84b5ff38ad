import type { Tables } from '../../../base/database/tables.ts'
import type { Point } from '../../../base/kernel/point.ts'
import { findPromoCodeById } from '../../money/payments/promo-code-store.ts'
import { priceOrder, refuseUncollectable } from '../../pricing/price-order.ts'
import { isPromoUsed, type PriceWorking } from '../../pricing/trip-price.ts'
import { findShop } from '../../shops/shop-store.ts'
import { type DeliveryRow, fetchColumns, paymentTermsOf, priceColumns, windowsOf } from '../delivery-row.ts'
import type { DeliveryDeps } from '../transitions/move-delivery.ts'

/** The columns of a delivery that its destination decides. */
export type LocatedPrice = Pick<
  Tables['deliveries'],
  | 'price_fcfa'
  | 'price_is_estimate'
  | 'payment_status'
  | 'cod_fee_fcfa'
  | 'promo_code_id'
  | 'fetch_window_from'
  | 'fetch_window_to'
> & { price_working: string }

/**
 * The final price of a delivery to `dropoff`, and what follows from it. Stores nothing. The promo code of
 * the order keeps its terms; one that takes nothing off is left (decision 272). Throws OUT_OF_ZONE,
 * CITIES_DIFFER and PAYMENT_AMOUNT_REFUSED.
 */
export async function priceLocation(
  { db, pricing }: Pick<DeliveryDeps, 'db' | 'pricing'>,
  delivery: DeliveryRow,
  dropoff: Point,
): Promise<LocatedPrice> {
  const [shop, promo] = await Promise.all([
    findShop(db, delivery.shop_id),
    delivery.promo_code_id ? findPromoCodeById(db, delivery.promo_code_id) : null,
  ])
  const terms = paymentTermsOf(delivery)
  const windows = windowsOf(delivery)
  const priced = await priceOrder(pricing, {
    pickup: { lat: delivery.pickup_lat, lng: delivery.pickup_lng },
    dropoff,
    parcelSize: delivery.parcel_size,
    fragile: delivery.parcel_fragile,
    shopDiscountPercent: shop?.discount_percent ?? 0,
    shopCountry: shop?.country,
    promo: promo ?? null,
    terms,
    windows,
    secondTryPercent: (delivery.price_working as PriceWorking).secondTryPercent,
  })
  refuseUncollectable(pricing, priced, terms, delivery.customer_phone)
  const { working, rideSeconds } = priced.trip
  return {
    ...priceColumns(priced),
    ...fetchColumns(windows, rideSeconds),
    promo_code_id: isPromoUsed(working) ? delivery.promo_code_id : null,
    price_working: JSON.stringify(working),
  }
}
