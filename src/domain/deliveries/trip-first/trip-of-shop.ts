import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { discountBorneByShop, type PriceWorking } from '../../pricing/trip-price.ts'
import type { ShopTerms } from '../../shops/terms/shop-terms.ts'
import type { DeliveryRow } from '../delivery-row.ts'

/**
 * Trips that their shop pays before the parcel is picked up (decision 256): this folder decides which, and by
 * when they are paid. What is paid lies on the shop's account at once, so that the end of the delivery is
 * booked as any other.
 */

/** The columns that say what a shop owes for a trip. */
type TripTerms = Pick<
  DeliveryRow,
  | 'payment_mode'
  | 'collection'
  | 'fee_payer'
  | 'goods_amount_fcfa'
  | 'cod_fee_fcfa'
  | 'price_fcfa'
  | 'price_working'
>

/**
 * What a shop owes once the parcel is handed over, in FCFA: the trip, unless a customer pays it or what they
 * pay through the service covers it, and what its own promo code took off (decisions 198, 216).
 */
export function tripOfShop(delivery: TripTerms): Fcfa {
  const ownDiscountFcfa = discountBorneByShop(delivery.price_working as PriceWorking)
  if (delivery.payment_mode === 'PREPAID' || delivery.collection === 'DIRECT')
    return delivery.price_fcfa + ownDiscountFcfa
  const tripFcfa = delivery.fee_payer === 'MERCHANT' ? delivery.price_fcfa : 0
  return Math.max(tripFcfa + delivery.cod_fee_fcfa + ownDiscountFcfa - delivery.goods_amount_fcfa, 0)
}

/** What is known of a shop when it orders. */
type ShopStanding = {
  /** What it owes, negative where it paid more, and what its deliveries under way will come to. */
  owedFcfa: Fcfa
  underWayFcfa: Fcfa
  /** The parcels that were handed over; counted no further than matters. */
  handedOver: number
}

/** What a shop may owe: as agreed with it alone, or as all may. */
export const maxOwedOf = (shop: { max_owed_fcfa: Fcfa | null }, terms: ShopTerms): Fcfa | null =>
  shop.max_owed_fcfa ?? terms.maxOwedFcfa

/**
 * Whether a shop of these terms may ever have to pay a trip first; its standing is only read where it may.
 */
export const mayPayFirst = (shop: { max_owed_fcfa: Fcfa | null }, terms: ShopTerms): boolean =>
  maxOwedOf(shop, terms) !== null || terms.newShopTrips > 0

/** Whether a shop pays this trip first: it is new, or would owe more than it may. */
export function paysFirst(
  tripFcfa: Fcfa,
  { owedFcfa, underWayFcfa, handedOver }: ShopStanding,
  { maxOwedFcfa, newShopTrips }: Pick<ShopTerms, 'maxOwedFcfa' | 'newShopTrips'>,
): boolean {
  if (tripFcfa === 0) return false
  if (handedOver < newShopTrips && owedFcfa + underWayFcfa + tripFcfa > 0) return true
  return maxOwedFcfa !== null && owedFcfa + underWayFcfa + tripFcfa > maxOwedFcfa
}
