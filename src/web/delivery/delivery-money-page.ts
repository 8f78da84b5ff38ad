import { html } from 'ghtml'
import { amountText, distanceText, momentText } from '../../base/kernel/figure-text.ts'
import { amountToCollectOf } from '../../domain/deliveries/delivery-row.ts'
import { isFinal, isIn } from '../../domain/deliveries/delivery-status.ts'
import { discountBorneByShop, type PriceWorking } from '../../domain/pricing/trip-price.ts'
import type { DeliveryFacts } from './delivery-facts.ts'

/** What a delivery costs and brings, line by line: how the price came about, what is collected, what is paid out. */
export function moneyCard(facts: DeliveryFacts): string {
  const { row, language, timeZone, now, values } = facts
  const words = facts.words.money
  const amount = (fcfa: number) => amountText(fcfa, language)
  const line = (name: string, value: string, isTotal = false) =>
    html`<div!${isTotal ? ' class="total"' : ''}><dt>${name}</dt><dd>${value}</dd></div>`
  const lines = [
    ...priceLines(facts).map(({ name, fcfa }) => line(name, amount(fcfa))),
    line(`${words.trip} (${words.paidBy[payerOf(row)]})`, amount(row.price_fcfa), true),
    ...collectedLines(facts).map(({ name, fcfa, isTotal }) => line(name, amount(fcfa), isTotal)),
    ...refundLines(facts).map(({ name, fcfa }) => line(name, amount(fcfa))),
    ...feeLines(facts).map(({ name, fcfa }) => line(name, amount(fcfa))),
  ]
  const paidAt = row.paid_at ? words.paidAt(momentText(row.paid_at, { timeZone, now }, language)) : ''
  const isOver = isFinal(row.status) || row.status === 'FAILED'
  const isWithdrawn = isOver && row.payment_status === 'NOT_REQUESTED'
  const isDirect = row.payment_mode === 'CASH_ON_DELIVERY' && row.collection === 'DIRECT'
  return html`<section class="card"><h2>${words.heading}</h2>
<p><span class="badge">${isWithdrawn ? values.paymentWithdrawn : values.payment[row.payment_status]}</span> <span class="soft">${paidAt}</span></p>
!${row.price_is_estimate ? html`<p class="hint">${words.estimate}</p>` : ''}
<dl>!${lines}</dl>
!${isDirect ? html`<p class="hint">${words.direct}</p>` : ''}
!${row.price_is_estimate ? '' : html`<p class="hint">${words.distance(distanceText(workingOf(facts).distanceMeters, language))}</p>`}</section>`
}

/** Whoever pays the service for the trip: of a prepaid parcel the shop, whoever paid the shop for it. */
const payerOf = ({ payment_mode, fee_payer }: DeliveryFacts['row']) =>
  payment_mode === 'PREPAID' ? 'MERCHANT' : fee_payer

type Line = { name: string; fcfa: number; isTotal?: boolean }

/** How the price of the trip came about; nothing where it is the price of the trip alone. */
function priceLines(facts: DeliveryFacts): Line[] {
  const { surcharge } = facts.values
  const words = facts.words.money
  const { lines, discounts } = workingOf(facts)
  if (lines.length + discounts.length < 2) return []
  return [
    ...lines.map(({ line, amountFcfa }) => ({ name: surcharge[line], fcfa: amountFcfa })),
    ...discounts.map(({ source, amountFcfa }) => ({
      name: source === 'SHOP' ? words.discountShop : words.discountPromo,
      fcfa: -amountFcfa,
    })),
  ]
}

/** What the customer pays, and what of it reaches the shop (spec 2.5, decision 30). */
function collectedLines({ row, words: { money: words } }: DeliveryFacts): Line[] {
  if (row.payment_mode !== 'CASH_ON_DELIVERY') return []
  const collected: Line[] = [
    { name: words.goods, fcfa: row.goods_amount_fcfa },
    { name: words.collect, fcfa: amountToCollectOf(row), isTotal: true },
  ]
  if (row.collection !== 'SECURE' || row.goods_amount_fcfa === 0) return collected
  // Nothing was sold: the shop receives nothing, and nothing was collected for it.
  if (isIn('endedWithoutHandover', row.status)) return collected
  const tripFcfa = row.fee_payer === 'MERCHANT' ? row.price_fcfa : 0
  const paidOut = row.goods_amount_fcfa - row.cod_fee_fcfa - tripFcfa
  return [
    ...collected,
    { name: words.codFee, fcfa: -row.cod_fee_fcfa },
    { name: words.paidOut, fcfa: paidOut, isTotal: true },
  ]
}

/** What the customer gets back, who paid for a parcel that does not come. */
function refundLines({ refund, words: { money: words } }: DeliveryFacts): Line[] {
  if (!refund) return []
  return [{ name: refund.refundedAt === null ? words.refundDue : words.refunded, fcfa: refund.amountFcfa }]
}

/** What the shop owes besides: fees, and what its own promo code took off a trip, which it owes once that is made. */
function feeLines(facts: DeliveryFacts): Line[] {
  const { row } = facts
  const words = facts.words.money
  const promoFcfa = isIn('endedWithoutHandover', row.status) ? 0 : discountBorneByShop(workingOf(facts))
  return [
    { name: words.promoOfShop, fcfa: promoFcfa },
    { name: words.cancellationFee, fcfa: row.cancellation_fee_fcfa },
    { name: words.returnFee, fcfa: row.return_fee_fcfa },
    { name: words.waitingFee, fcfa: row.waiting_fee_fcfa },
  ].filter(({ fcfa }) => fcfa > 0)
}

const workingOf = ({ row }: DeliveryFacts): PriceWorking => row.price_working as PriceWorking
