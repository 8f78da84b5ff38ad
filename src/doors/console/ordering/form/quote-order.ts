import { html } from 'ghtml'
import { ApiError, errorBody } from '../../../../base/contract/errors.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/delivery-order.ts'
import { promoCodeForm, promoRefusal } from '../../../../domain/payments/promo-code.ts'
import { findPromoCode } from '../../../../domain/payments/promo-code-store.ts'
import { quoteTrip } from '../../../../domain/pricing/quote-trip.ts'
import { withShop } from '../../../../domain/shops/cache-shops.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { orderingWording } from '../ordering-wording.ts'
import { quotedPrice } from './quoted-price-page.ts'

/** The price of an order as far as it is known, as trusted HTML; or why there is none, in words. */
export async function quoteOrder(
  deps: Pick<ConsoleDeps, 'db' | 'clock' | 'shops' | 'pricing'>,
  { shopId, input, language }: { shopId: string; input: DeliveryOrder; language: Language },
): Promise<string> {
  const { parcel, payment, dropoff, pickupAddressId } = input
  try {
    const promo = await usablePromoCode(deps, input.promoCode)
    const quote = await withShop(deps.shops, shopId, (known) =>
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
        promo,
      ),
    )
    return quotedPrice(quote, input, payment.collection === 'SECURE', language)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { heading } = orderingWording[language].price
    return html`<h2>${heading}</h2><p class="error">${errorBody(error, language).message}</p>`
  }
}

/** A code that cannot be used takes nothing off; ordering says why. */
async function usablePromoCode({ db, clock }: Pick<ConsoleDeps, 'db' | 'clock'>, typed: string | undefined) {
  const code = promoCodeForm(typed ?? '')
  const promo = code === '' ? undefined : await findPromoCode(db, code)
  return promo && !promoRefusal(promo, clock.now()) ? promo : null
}
