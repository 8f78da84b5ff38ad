import { html } from 'ghtml'
import { amountText, distanceText, momentText } from '../../base/kernel/figure-text.ts'
import { amountToCollectOf } from '../../domain/deliveries/delivery-row.ts'
import { isFinal, isIn } from '../../domain/deliveries/delivery-status.ts'
import { discountBorneByShop, type PriceWorking } from '../../domain/pricing/trip-price.ts'
import { speak } from '../web-words.ts'
import { byReader, type DeliveryFacts } from './delivery-facts.ts'

/**
 * What a delivery costs and brings, line by line: how the price came about, what is collected, what is paid
 * out.
 */
export function moneyCard(facts: DeliveryFacts): string {
  const { row, language, timeZone, now, values } = facts
  const t = speak(facts.language)
  const amount = (fcfa: number) => amountText(fcfa, language)
  const paidBy =
    payerOf(row) === 'CUSTOMER'
      ? t('paid by the customer')
      : byReader(facts, 'paid by you', 'paid by the shop')
  const line = (name: string, value: string, isTotal = false) =>
    html`<div!${isTotal ? ' class="total"' : ''}><dt>${name}</dt><dd>${value}</dd></div>`
  const lines = [
    ...priceLines(facts).map(({ name, fcfa }) => line(name, amount(fcfa))),
    line(`${t('Price of the trip')} (${paidBy})`, amount(row.price_fcfa), true),
    ...collectedLines(facts).map(({ name, fcfa, isTotal }) => line(name, amount(fcfa), isTotal)),
    ...refundLines(facts).map(({ name, fcfa }) => line(name, amount(fcfa))),
    ...feeLines(facts).map(({ name, fcfa }) => line(name, amount(fcfa))),
  ]
  const paidAt = row.paid_at
    ? t('Paid on {when}', { when: momentText(row.paid_at, { timeZone, now }, language) })
    : ''
  const isOver = isFinal(row.status) || row.status === 'FAILED'
  const isWithdrawn = isOver && row.payment_status === 'NOT_REQUESTED'
  const isDirect = row.payment_mode === 'CASH_ON_DELIVERY' && row.collection === 'DIRECT'
  const status = isWithdrawn ? values.paymentWithdrawn : values.payment[row.payment_status]
  const hint = (text: string) => html`<p class="hint">${text}</p>`
  const estimate = t('An estimate: the exact price comes with the customer’s position.')
  const direct = byReader(
    facts,
    'The customer pays you directly, on your own number.',
    'The customer pays the shop directly, on its own number.',
  )
  const distance = () =>
    t('Distance counted: {text}', { text: distanceText(workingOf(facts).distanceMeters, language) })
  return html`<section class="card"><h2>${t('Money')}</h2>
<p><span class="badge">${status}</span> <span class="soft">${paidAt}</span></p>
!${row.price_is_estimate ? hint(estimate) : ''}
<dl>!${lines}</dl>
!${isDirect ? hint(direct) : ''}
!${row.price_is_estimate ? '' : hint(distance())}</section>`
}

/** Whoever pays the service for the trip: of a prepaid parcel the shop, whoever paid the shop for it. */
const payerOf = ({ payment_mode, fee_payer }: DeliveryFacts['row']) =>
  payment_mode === 'PREPAID' ? 'MERCHANT' : fee_payer

type Line = { name: string; fcfa: number; isTotal?: boolean }

/** How the price of the trip came about; nothing where it is the price of the trip alone. */
function priceLines(facts: DeliveryFacts): Line[] {
  const { surcharge } = facts.values
  const t = speak(facts.language)
  const { lines, discounts } = workingOf(facts)
  if (lines.length + discounts.length < 2) return []
  return [
    ...lines.map(({ line, amountFcfa }) => ({ name: surcharge[line], fcfa: amountFcfa })),
    ...discounts.map(({ source, amountFcfa }) => ({
      name:
        source === 'SHOP' ? byReader(facts, 'Your shop’s discount', 'The shop’s discount') : t('Promo code'),
      fcfa: -amountFcfa,
    })),
  ]
}

/** What the customer pays, and what of it reaches the shop (spec 2.5, decision 30). */
function collectedLines(facts: DeliveryFacts): Line[] {
  const { row } = facts
  const t = speak(facts.language)
  if (row.payment_mode !== 'CASH_ON_DELIVERY') return []
  const collected: Line[] = [
    { name: t('Goods#money'), fcfa: row.goods_amount_fcfa },
    { name: t('To collect from the customer'), fcfa: amountToCollectOf(row), isTotal: true },
  ]
  if (row.collection !== 'SECURE' || row.goods_amount_fcfa === 0) return collected
  // Nothing was sold: the shop receives nothing, and nothing was collected for it.
  if (isIn('endedWithoutHandover', row.status)) return collected
  const tripFcfa = row.fee_payer === 'MERCHANT' ? row.price_fcfa : 0
  const paidOut = row.goods_amount_fcfa - row.cod_fee_fcfa - tripFcfa
  return [
    ...collected,
    { name: t('Collection fee'), fcfa: -row.cod_fee_fcfa },
    {
      name: byReader(facts, 'What is paid out to you', 'Paid out to the shop'),
      fcfa: paidOut,
      isTotal: true,
    },
  ]
}

/** What the customer gets back, who paid for a parcel that does not come. */
function refundLines(facts: DeliveryFacts): Line[] {
  const { refund } = facts
  if (!refund) return []
  return [
    {
      name:
        refund.refundedAt === null
          ? byReader(facts, 'To give back to the customer, by the service', 'To give back to the customer')
          : byReader(facts, 'Given back to the customer, by the service', 'Given back to the customer'),
      fcfa: refund.amountFcfa,
    },
  ]
}

/**
 * What the shop owes besides: fees, and what its own promo code took off a trip, which it owes once that is
 * made.
 */
function feeLines(facts: DeliveryFacts): Line[] {
  const { row } = facts
  const t = speak(facts.language)
  const promoFcfa = isIn('endedWithoutHandover', row.status) ? 0 : discountBorneByShop(workingOf(facts))
  return [
    {
      name: byReader(
        facts,
        'Promo code’s discount, billed to you',
        'Promo code’s discount, billed to the shop',
      ),
      fcfa: promoFcfa,
    },
    { name: t('Cancellation fee'), fcfa: row.cancellation_fee_fcfa },
    { name: t('Return fee'), fcfa: row.return_fee_fcfa },
    { name: t('Courier’s waiting fee'), fcfa: row.waiting_fee_fcfa },
  ].filter(({ fcfa }) => fcfa > 0)
}

const workingOf = ({ row }: DeliveryFacts): PriceWorking => row.price_working as PriceWorking
