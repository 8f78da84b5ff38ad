import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/delivery-order.ts'
import { amountToCollect } from '../../../../domain/payments/amount-to-collect.ts'
import type { Quote } from '../../../../domain/pricing/quote-trip.ts'
import { discountBorneByShop } from '../../../../domain/pricing/trip-price.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { speak } from '../../console-words.ts'

/** The price of an order as its form shows it: the total large, how it came about, and who pays what. */
export function quotedPrice(
  { trip, codFeeFcfa }: Quote,
  { payment }: Pick<DeliveryOrder, 'payment'>,
  isSecure: boolean,
  language: Language,
): string {
  const t = speak(language)
  const { surcharge } = valueWording[language]
  const amount = (fcfa: number) => amountText(fcfa, language)
  const total = trip.isEstimate
    ? t('about {amount}', { amount: amount(trip.priceFcfa) })
    : amount(trip.priceFcfa)
  const goodsAmountFcfa = payment.goodsAmount ?? 0
  const feePayer = payment.feePayer ?? 'CUSTOMER'
  const toCollect = amountToCollect({
    mode: payment.mode,
    feePayer,
    goodsAmountFcfa,
    priceFcfa: trip.priceFcfa,
  })
  const ofShopFcfa = discountBorneByShop(trip.working)
  const paidOut = goodsAmountFcfa - codFeeFcfa - (feePayer === 'MERCHANT' ? trip.priceFcfa : 0)
  const lines = trip.surcharges.map(
    ({ type, amountFcfa }) => html`<div><dt>${surcharge[type]}</dt><dd>${amount(amountFcfa)}</dd></div>`,
  )
  const discount = trip.working.discounts.map(
    ({ source, amountFcfa }) =>
      html`<div><dt>${source === 'SHOP' ? t('Your shop’s discount') : t('Promo code')}</dt><dd>${amount(-amountFcfa)}</dd></div>`,
  )
  return html`<h2>${t('Price of the trip')}</h2><p class="price">${total}</p>
!${lines.length + discount.length > 0 ? html`<dl><div><dt>${surcharge.BASE}</dt><dd>${amount(trip.baseFcfa)}</dd></div>!${lines}!${discount}</dl>` : ''}
!${trip.fromZone && trip.toZone ? html`<p class="hint">${t('{from} → {to}', { from: trip.fromZone, to: trip.toZone })}</p>` : ''}
!${trip.isEstimate ? html`<p class="hint">${t('The exact price comes with the customer’s position.')}</p>` : ''}
!${ofShopFcfa > 0 ? html`<p class="hint">${t('Your shop bears the discount of this promo code: {amount}.', { amount: amount(ofShopFcfa) })}</p>` : ''}
<p>${toCollect === 0 ? t('Nothing to collect: your shop pays for the trip.') : t('The customer pays {amount} in all, on delivery.', { amount: amount(toCollect) })} ${isSecure && goodsAmountFcfa > 0 ? (paidOut < 0 ? t('The fees exceed the sale: you owe the service {amount}.', { amount: amount(-paidOut) }) : t('You receive {amount}.', { amount: amount(paidOut) })) : ''}</p>`
}
