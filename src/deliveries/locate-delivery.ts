import { ApiError } from '../contract/errors.ts'
import { collectionFee } from '../payments/collection-fee.ts'
import { firstPaymentStatus } from '../payments/payment-status.ts'
import { findPromoCodeById } from '../payments/promo-code-store.ts'
import { priceTrip } from '../quotes/price-trip.ts'
import { findShop } from '../shops/shop-store.ts'
import type { PlaceInput } from './delivery-input.ts'
import { dueAt, statusAfter } from './delivery-status.ts'
import { type DeliveryKey, findDelivery } from './delivery-store.ts'
import { amountToCollectOf, type DeliveryRow } from './delivery-view.ts'
import { type DeliveryParts, moveDelivery } from './move-delivery.ts'

/**
 * The customer says where they are: the price becomes final and the search for a courier begins
 * (spec section 3, decision 20). The promo code of the order keeps its terms. Throws OUT_OF_ZONE,
 * CITIES_DIFFER, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function locateDelivery(
  parts: DeliveryParts,
  key: DeliveryKey,
  dropoff: PlaceInput,
): Promise<DeliveryRow> {
  const delivery = await findDelivery(parts.db, key)
  if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
  statusAfter('locate', delivery.status)
  const priced = await finalPrice(parts, delivery, dropoff)
  return moveDelivery(parts, key, 'locate', (_, now) => ({
    change: {
      dropoff_lat: dropoff.lat,
      dropoff_lng: dropoff.lng,
      dropoff_label: dropoff.label ?? null,
      dropoff_landmark: dropoff.landmark ?? null,
      ...priced,
      due_at: dueAt('SEARCHING_COURIER', now, parts.deadlines),
    },
  }))
}

async function finalPrice({ db, pricing }: DeliveryParts, delivery: DeliveryRow, dropoff: PlaceInput) {
  const [shop, promo] = await Promise.all([
    findShop(db, delivery.shop_id),
    delivery.promo_code_id ? findPromoCodeById(db, delivery.promo_code_id) : null,
  ])
  const trip = await priceTrip(pricing, {
    pickup: { lat: delivery.pickup_lat, lng: delivery.pickup_lng },
    dropoff,
    parcelSize: delivery.parcel_size,
    fragile: delivery.parcel_fragile,
    shopDiscountPercent: shop?.discount_percent ?? 0,
    promo: promo ?? null,
  })
  const price = {
    price_fcfa: trip.priceFcfa,
    price_is_estimate: false,
    price_working: JSON.stringify(trip.working),
  }
  return {
    ...price,
    payment_status: firstPaymentStatus(amountToCollectOf({ ...delivery, ...price })),
    cod_fee_fcfa: collectionFee(trip.tariff.collectionFee, {
      mode: delivery.payment_mode,
      collection: delivery.collection,
      goodsAmountFcfa: delivery.goods_amount_fcfa,
    }),
  }
}
