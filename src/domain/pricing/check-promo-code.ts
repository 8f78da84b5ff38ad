import type { Database } from '../../base/database/open-database.ts'
import { formerPhone, internationalPhone } from '../../base/kernel/phone-number.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import type { PromoBearer, PromoCondition, PromoRefusal } from '../../contract/vocabulary.ts'
import { type PromoCode, promoCodeForm, promoRefusal, unmetCondition } from '../money/payments/promo-code.ts'
import { findPromoCode } from '../money/payments/promo-code-store.ts'
import { countUsesOfCustomer } from '../money/payments/promo-code-use-store.ts'
import { promoCustomerKeys } from '../money/payments/promo-customer.ts'
import type { KnownShop } from '../shops/cache-shops.ts'
import type { Pricing } from './price-trip.ts'
import { type QuoteRequest, quoteTrip } from './quote-trip.ts'

/** The verdict on a promo code: why it cannot be used, if so, and what it takes off the trip, in FCFA. */
export type PromoCodeVerdict = {
  promoCode: string
  valid: boolean
  reason: PromoRefusal | null
  /** With the reason TRIP_NOT_ELIGIBLE: what the trip does not meet. */
  condition: PromoCondition | null
  discountFcfa: number | null
  /** Who bears the discount; null for a code that this shop cannot use at all. */
  bearer: PromoBearer | null
  expiresAt: Date | null
}

type PromoCodeQuestion = { promoCode: string; customer?: { phone: string }; quote?: QuoteRequest }

export type PromoCheckDeps = { db: Database; pricing: Pricing; promoCustomers: SecretKeys }

/**
 * Whether a shop can use a promo code now, for a customer where one is named, and what it would take off a
 * trip. Using it up needs a delivery. Throws what quoting the trip throws, and PHONE_NUMBER_INVALID.
 */
export async function checkPromoCode(
  deps: PromoCheckDeps,
  known: KnownShop,
  input: PromoCodeQuestion,
): Promise<PromoCodeVerdict> {
  const { pricing } = deps
  const code = promoCodeForm(input.promoCode)
  const { promo, shop } = await findPromoCode(deps.db, code, known.shop.id)
  const reason = promoRefusal(promo, pricing.clock.now(), shop)
  if (!promo || reason) return verdict(code, promo, reason ?? 'UNKNOWN', null)

  const plain = input.quote && (await quoteTrip(pricing, known, input.quote))
  if (await isUsedUpByCustomer(deps, promo, input.customer, plain?.trip.city.country ?? known.shop.country))
    return verdict(code, promo, 'CUSTOMER_LIMIT', null)
  if (!plain || !input.quote) return verdict(code, promo, null, null)

  const tripFcfa = plain.trip.priceFcfa + plain.trip.discountFcfa
  const condition = unmetCondition(promo, { cityId: plain.trip.city.id, tripFcfa })
  if (condition) return { ...verdict(code, promo, 'TRIP_NOT_ELIGIBLE', null), condition }
  const reduced = await quoteTrip(pricing, known, input.quote, promo)
  return verdict(code, promo, null, plain.trip.priceFcfa - reduced.trip.priceFcfa)
}

/**
 * Whether a customer has used a promo code as often as they may; their phone is read by the rules of
 * `country`. Throws PHONE_NUMBER_INVALID.
 */
export async function isUsedUpByCustomer(
  { db, promoCustomers }: Pick<PromoCheckDeps, 'db' | 'promoCustomers'>,
  { id, maxUsesPerCustomer }: PromoCode,
  customer: { phone: string } | undefined,
  country: string,
): Promise<boolean> {
  if (!customer) return false
  const phone = internationalPhone(customer.phone, country)
  if (!phone)
    throw new ApiError('PHONE_NUMBER_INVALID', { country, former: formerPhone(customer.phone, country) })
  if (maxUsesPerCustomer === null) return false
  return (await countUsesOfCustomer(db, id, promoCustomerKeys(phone, promoCustomers))) >= maxUsesPerCustomer
}

function verdict(
  promoCode: string,
  promo: PromoCode | undefined,
  reason: PromoRefusal | null,
  discountFcfa: number | null,
): PromoCodeVerdict {
  const isForShop = promo !== undefined && reason !== 'NOT_FOR_SHOP'
  return {
    promoCode,
    valid: reason === null,
    reason,
    condition: null,
    discountFcfa,
    bearer: isForShop ? promo.bearer : null,
    expiresAt: isForShop ? promo.endsAt : null,
  }
}
