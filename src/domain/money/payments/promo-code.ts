import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import type { PromoBearer, PromoCondition, PromoRefusal } from '../../../contract/vocabulary.ts'

/** A promo code and the terms on which it may be used. */
export type PromoCode = {
  id: string
  code: string
  /** Exactly one of the two is set. */
  percent: number | null
  amountFcfa: Fcfa | null
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  maxUsesPerShop: number | null
  /** A customer is a phone number, whichever shop they order from. */
  maxUsesPerCustomer: number | null
  /** Uses that were not given back. */
  uses: number
  /** The shops it is for; null for every shop. */
  shopIds: string[] | null
  /** Shops bear only what names them. */
  bearer: PromoBearer
  /** The city whose trips it is for; null for every city. */
  cityId: string | null
  /** The lowest price, before discounts, of a trip it is for. */
  minimumTripFcfa: Fcfa | null
}

/** What a promo code may say, both ends included; its code is bounded by the contract. */
export const promoBounds = {
  percent: { min: 1, max: 100 },
  amountFcfa: { min: 1, max: 1_000_000 },
  minimumTripFcfa: { min: 1, max: 1_000_000 },
  uses: { min: 1, max: 1_000_000_000 },
} as const

/** How a code is compared: without spaces around it, in capitals. */
export const promoCodeForm = (text: string): string => text.trim().toUpperCase()

/** What of a code its discount depends on. */
export type PromoTerms = Pick<PromoCode, 'percent' | 'amountFcfa' | 'bearer'>

/** The shop that wants to use a code, and how often it has already. */
export type PromoShop = { shopId: string; uses: number }

/** Why a code cannot be used whatever the trip. */
export type PlainPromoRefusal = Exclude<PromoRefusal, 'TRIP_NOT_ELIGIBLE'>

/**
 * Why a code cannot be used at `now`, by a shop where one is given, whatever the trip and the customer;
 * undefined when it can (decisions 11, 214).
 */
export function promoRefusal(
  promo: PromoCode | undefined,
  now: Date,
  shop?: PromoShop,
): PlainPromoRefusal | undefined {
  if (!promo) return 'UNKNOWN'
  if (shop && promo.shopIds && !promo.shopIds.includes(shop.shopId)) return 'NOT_FOR_SHOP'
  if (promo.startsAt && now < promo.startsAt) return 'NOT_STARTED'
  if (promo.endsAt && now >= promo.endsAt) return 'EXPIRED'
  if (promo.maxUses !== null && promo.uses >= promo.maxUses) return 'EXHAUSTED'
  if (shop && promo.maxUsesPerShop !== null && shop.uses >= promo.maxUsesPerShop) return 'SHOP_LIMIT'
  return undefined
}

/**
 * The condition of a code that a trip does not meet; undefined when the code is for it. `tripFcfa` is the
 * price of the trip before discounts.
 */
export function unmetCondition(
  promo: PromoCode,
  trip: { cityId: string; tripFcfa: Fcfa },
): PromoCondition | undefined {
  if (promo.cityId !== null && promo.cityId !== trip.cityId) return 'CITY'
  const isEnough = promo.minimumTripFcfa === null || trip.tripFcfa >= promo.minimumTripFcfa
  return isEnough ? undefined : 'MINIMUM_TRIP'
}

/** What the code takes off an amount of FCFA: never more than the amount itself. */
export function promoDiscount(promo: Pick<PromoCode, 'percent' | 'amountFcfa'>, amountFcfa: Fcfa): Fcfa {
  const wished =
    promo.percent === null ? (promo.amountFcfa ?? 0) : Math.floor((amountFcfa * promo.percent) / 100)
  return Math.min(wished, amountFcfa)
}
