import { html } from 'ghtml'
import { ApiError, errorBody } from '../../../../base/contract/errors.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/delivery-order.ts'
import { type PromoCode, promoCodeForm, promoRefusal } from '../../../../domain/payments/promo-code.ts'
import { findPromoCode } from '../../../../domain/payments/promo-code-store.ts'
import { isUsedUpByCustomer } from '../../../../domain/pricing/check-promo-code.ts'
import { quoteTrip } from '../../../../domain/pricing/quote-trip.ts'
import { withShop } from '../../../../domain/shops/cache-shops.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { quotedPrice } from './quoted-price-page.ts'

/** The price of an order as far as it is known, as trusted HTML; or why there is none, in words. */
export async function quoteOrder(
  deps: Pick<ConsoleDeps, 'db' | 'clock' | 'shops' | 'pricing' | 'promoCustomers'>,
  { shopId, input, language }: { shopId: string; input: DeliveryOrder; language: Language },
): Promise<string> {
  const { parcel, payment, dropoff, pickupAddressId } = input
  // The phone may not be typed yet.
  const customer = input.customer.phone === '' ? undefined : input.customer
  try {
    const promo = await usablePromoCode(deps, shopId, input.promoCode)
    const quoteWith = (used: PromoCode | null) =>
      withShop(deps.shops, shopId, (known) =>
        quoteTrip(
          deps.pricing,
          known,
          {
            ...(pickupAddressId !== undefined && { pickupAddressId }),
            ...(dropoff && { dropoff }),
            parcelSize: parcel.size,
            fragile: parcel.fragile ?? false,
            paymentMode: payment.mode,
            goodsAmount: payment.goodsAmount ?? 0,
            ...(payment.collection && { collection: payment.collection }),
          },
          used,
        ),
      )
    const quote = await quoteWith(promo)
    const isUsedUp =
      promo !== null && (await isUsedUpByCustomer(deps, promo, customer, quote.trip.city.country))
    return quotedPrice(
      isUsedUp ? await quoteWith(null) : quote,
      input,
      payment.collection === 'SECURE',
      language,
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const t = speak(language)
    return html`<h2>${t('Price of the trip')}</h2><p class="error">${errorBody(error, language).message}</p>`
  }
}

/** A code that cannot be used takes nothing off; ordering says why. */
async function usablePromoCode(
  { db, clock }: Pick<ConsoleDeps, 'db' | 'clock'>,
  shopId: string,
  typed: string | undefined,
): Promise<PromoCode | null> {
  const code = promoCodeForm(typed ?? '')
  if (code === '') return null
  const { promo, shop } = await findPromoCode(db, code, shopId)
  return promo && !promoRefusal(promo, clock.now(), shop) ? promo : null
}
