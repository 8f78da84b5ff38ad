import type { PromoCondition, PromoRefusal } from '../../base/contract/vocabulary.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'

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
  uses: number
  /** The city whose trips it is for; null for every city. */
  cityId: string | null
  /** The lowest price, before discounts, of a trip it is for. */
  minimumTripFcfa: Fcfa | null
}

/** How a code is compared: without spaces around it, in capitals. */
export const promoCodeForm = (text: string): string => text.trim().toUpperCase()

/** Why a code cannot be used at `now`, whatever the trip; undefined when it can (decision 11). */
export function promoRefusal(
  promo: PromoCode | undefined,
  now: Date,
): Exclude<PromoRefusal, 'TRIP_NOT_ELIGIBLE'> | undefined {
  if (!promo) return 'UNKNOWN'
  if (promo.startsAt && now < promo.startsAt) return 'NOT_STARTED'
  if (promo.endsAt && now >= promo.endsAt) return 'EXPIRED'
  if (promo.maxUses !== null && promo.uses >= promo.maxUses) return 'EXHAUSTED'
  return undefined
}

/**
 * The condition of a code that a trip does not meet; undefined when the code is for it. `tripFcfa` is the price of
 * the trip before discounts.
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
