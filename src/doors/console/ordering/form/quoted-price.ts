import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { ApiError, errorBody } from '../../../../contract/errors.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/order/delivery-order.ts'
import { amountToCollect } from '../../../../domain/money/payments/amount-to-collect.ts'
import { type PromoCode, promoCodeForm, promoRefusal } from '../../../../domain/money/payments/promo-code.ts'
import { findPromoCode } from '../../../../domain/money/payments/promo-code-store.ts'
import { isUsedUpByCustomer } from '../../../../domain/pricing/check-promo-code.ts'
import { type Quote, quoteTrip } from '../../../../domain/pricing/quote-trip.ts'
import { discountBorneByShop } from '../../../../domain/pricing/trip-price.ts'
import { withShop } from '../../../../domain/shops/cache-shops.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'

/** The price of an order as far as it is known, as trusted HTML; or why there is none, in words. */
export async function quoteOrder(
  deps: Pick<ConsoleDeps, 'db' | 'clock' | 'shops' | 'pricing' | 'promoCustomers'>,
  { shopId, input, language }: { shopId: string; input: DeliveryOrder; language: Language },
): Promise<string> {
  const { parcel, payment, dropoff, pickupAddressId, dropoffWindow } = input
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
            ...(dropoffWindow && { dropoffWindow }),
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

/** The price of an order as its form shows it: the total large, how it came about, and who pays what. */
function quotedPrice(
  { trip, codFeeFcfa }: Quote,
  { payment }: Pick<DeliveryOrder, 'payment'>,
  isSecure: boolean,
  language: Language,
): string {
  const t = speak(language)
  const { surcharge } = valueWording[language]
  const amount = (fcfa: number) => amountText(fcfa, language)
  const { priceFcfa, fromZone, toZone } = trip
  const total = trip.isEstimate ? t('about {amount}', { amount: amount(priceFcfa) }) : amount(priceFcfa)
  const { mode, goodsAmount: goodsAmountFcfa = 0, feePayer = 'CUSTOMER' } = payment
  const toCollect = amountToCollect({ mode, feePayer, goodsAmountFcfa, priceFcfa })
  const ofShopFcfa = discountBorneByShop(trip.working)
  const line = (term: string, fcfa: number) => html`<div><dt>${term}</dt><dd>${amount(fcfa)}</dd></div>`
  const lines = [
    ...trip.surcharges.map(({ type, amountFcfa }) => line(surcharge[type], amountFcfa)),
    ...trip.working.discounts.map(({ source, amountFcfa }) =>
      line(source === 'SHOP' ? t('Your shop’s discount') : t('Promo code'), -amountFcfa),
    ),
  ]
  const hint = (text: string) => html`<p class="hint">${text}</p>`
  const ofShop = t('Your shop bears the discount of this promo code: {amount}.', {
    amount: amount(ofShopFcfa),
  })
  const customerPays =
    toCollect === 0
      ? t('Nothing to collect: your shop pays for the trip.')
      : t('The customer pays {amount} in all, on delivery.', { amount: amount(toCollect) })
  const paidOut = goodsAmountFcfa - codFeeFcfa - (feePayer === 'MERCHANT' ? priceFcfa : 0)
  const shopReceives =
    paidOut < 0
      ? t('The fees exceed the sale: you owe the service {amount}.', { amount: amount(-paidOut) })
      : t('You receive {amount}.', { amount: amount(paidOut) })
  return html`<h2>${t('Price of the trip')}</h2><p class="price">${total}</p>
!${lines.length > 0 ? html`<dl>!${line(surcharge.BASE, trip.baseFcfa)}!${lines}</dl>` : ''}
!${fromZone && toZone ? hint(t('{from} → {to}', { from: fromZone, to: toZone })) : ''}
!${trip.isEstimate ? hint(t('The exact price comes with the customer’s position.')) : ''}
!${ofShopFcfa > 0 ? hint(ofShop) : ''}
<p>${customerPays} ${isSecure && goodsAmountFcfa > 0 ? shopReceives : ''}</p>`
}
