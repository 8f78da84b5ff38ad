import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/delivery-order.ts'
import { amountToCollect } from '../../../../domain/payments/amount-to-collect.ts'
import type { Quote } from '../../../../domain/pricing/quote-trip.ts'
import { discountBorneByShop } from '../../../../domain/pricing/trip-price.ts'
import { deliveryWording } from '../../../../web/delivery/delivery-wording.ts'
import { valueWording } from '../../../../web/value-wording.ts'
import { orderingWording } from '../ordering-wording.ts'

/** The price of an order as its form shows it: the total large, how it came about, and who pays what. */
export function quotedPrice(
  { trip, codFeeFcfa }: Quote,
  { payment }: Pick<DeliveryOrder, 'payment'>,
  isSecure: boolean,
  language: Language,
): string {
  const words = orderingWording[language].price
  const { surcharge } = valueWording[language]
  const { discountShop, discountPromo } = deliveryWording.SHOP[language].money
  const amount = (fcfa: number) => amountText(fcfa, language)
  const total = trip.isEstimate ? words.estimate(amount(trip.priceFcfa)) : amount(trip.priceFcfa)
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
      html`<div><dt>${source === 'SHOP' ? discountShop : discountPromo}</dt><dd>${amount(-amountFcfa)}</dd></div>`,
  )
  return html`<h2>${words.heading}</h2><p class="price">${total}</p>
!${lines.length + discount.length > 0 ? html`<dl><div><dt>${surcharge.BASE}</dt><dd>${amount(trip.baseFcfa)}</dd></div>!${lines}!${discount}</dl>` : ''}
!${trip.fromZone && trip.toZone ? html`<p class="hint">${words.route(trip.fromZone, trip.toZone)}</p>` : ''}
!${trip.isEstimate ? html`<p class="hint">${words.estimateHint}</p>` : ''}
!${ofShopFcfa > 0 ? html`<p class="hint">${words.promoOfShop(amount(ofShopFcfa))}</p>` : ''}
<p>${toCollect === 0 ? words.nothing : words.toCollect(amount(toCollect))} ${isSecure && goodsAmountFcfa > 0 ? (paidOut < 0 ? words.owed(amount(-paidOut)) : words.paidOut(amount(paidOut))) : ''}</p>`
}
