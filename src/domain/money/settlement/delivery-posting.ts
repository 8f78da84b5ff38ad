import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { amountToCollectOf, type DeliveryRow } from '../../deliveries/delivery-row.ts'
import { isIn } from '../../deliveries/delivery-status.ts'
import { discountBorneByShop, type PriceWorking } from '../../pricing/trip-price.ts'
import { vatOfAll, withVat } from '../ledger/included-vat.ts'
import { credit, debit, type Entry, type Posting } from '../ledger/ledger-posting.ts'

/**
 * What each thing that happens books between customers, shops, couriers, providers and the company (decisions
 * 196 to 200): this folder writes it from the log of events, each once, and proves that nothing is missing.
 * It moves no money.
 */

/** The columns of an ended delivery that its posting depends on. */
export const settledColumns = [
  'shop_id',
  'id',
  'status',
  'currency',
  'payment_mode',
  'collection',
  'fee_payer',
  'goods_amount_fcfa',
  'cod_fee_fcfa',
  'price_fcfa',
  'price_working',
  'cancellation_fee_fcfa',
  'return_fee_fcfa',
  'courier_id',
  'courier_pay_fcfa',
  'arrived_at_pickup_at',
  'ended_at',
] as const satisfies readonly (keyof DeliveryRow)[]

export type EndedDelivery = Pick<DeliveryRow, (typeof settledColumns)[number]> & { ended_at: Date }

/**
 * What the end of a delivery books: what the company earned, what the shop receives or owes, and what the
 * courier earned (decision 198). What it earned includes the tax, if there is one, of which the rate is in
 * hundredths of a percent. A delivery that nobody owes anything for has no entries.
 */
export function deliveryPosting(delivery: EndedDelivery, vatRate: number | null): Posting {
  const isDelivered = isIn('delivered', delivery.status)
  return {
    cause: `delivery:${delivery.id}`,
    kind: 'DELIVERY_ENDED',
    currency: delivery.currency,
    shopId: delivery.shop_id,
    deliveryId: delivery.id,
    happenedAt: delivery.ended_at,
    note: null,
    vatRate,
    entries: [
      ...withVat(isDelivered ? handedOver(delivery) : notHandedOver(delivery), {
        vatFcfa: vatOfAll([chargedToCustomer(delivery), chargedToShop(delivery)], vatRate),
        vatRate,
      }),
      ...courierEntries(delivery),
    ],
  }
}

/**
 * The trip was made: it is earned, and the sale is the shop's. Discounts are the company's to give, except
 * what a promo code that the shop bears took off: that the shop owes (decision 216).
 */
function handedOver(delivery: EndedDelivery): Entry[] {
  const tripFcfa = tripBeforeDiscounts(delivery)
  const ofShopFcfa = discountBorneByShop(delivery.price_working as PriceWorking)
  return [
    credit('TRIP_REVENUE', tripFcfa),
    debit('DISCOUNTS', tripFcfa - delivery.price_fcfa - ofShopFcfa),
    ...shopOwes(delivery, ofShopFcfa),
    ...(isCollectedByService(delivery) ? collected(delivery) : shopOwes(delivery, delivery.price_fcfa)),
  ]
}

/**
 * The customer paid the service. The shop receives its goods less the collection fee, and less the trip where
 * it bears that (spec 2.5, 2.8); where this is less than nothing, the shop owes the rest.
 */
function collected(delivery: EndedDelivery): Entry[] {
  const { shop_id, goods_amount_fcfa, cod_fee_fcfa, fee_payer, price_fcfa } = delivery
  const tripFcfa = fee_payer === 'MERCHANT' ? price_fcfa : 0
  const saleFcfa = goods_amount_fcfa - cod_fee_fcfa - tripFcfa
  return [
    debit('CUSTOMER_MONEY', amountToCollectOf(delivery)),
    credit('COLLECTION_REVENUE', cod_fee_fcfa),
    credit('SHOP_SALES', Math.max(saleFcfa, 0), shop_id),
    ...shopOwes(delivery, Math.max(-saleFcfa, 0)),
  ]
}

/** Without a hand-over there is no trip to pay, only the fees that the shop was told of. */
function notHandedOver(delivery: EndedDelivery): Entry[] {
  const { cancellation_fee_fcfa, return_fee_fcfa } = delivery
  return [
    credit('CANCELLATION_REVENUE', cancellation_fee_fcfa),
    credit('RETURN_REVENUE', return_fee_fcfa),
    ...shopOwes(delivery, cancellation_fee_fcfa + return_fee_fcfa),
  ]
}

const shopOwes = ({ shop_id }: EndedDelivery, amountFcfa: Fcfa): Entry[] => [
  debit('SHOP_FEES', amountFcfa, shop_id),
]

/** A trip that the shop cancelled before its courier had come earns nothing (decision 167). */
function courierEntries({
  status,
  courier_id,
  courier_pay_fcfa,
  arrived_at_pickup_at,
}: EndedDelivery): Entry[] {
  const isEarned = !isIn('cancelled', status) || arrived_at_pickup_at !== null
  if (courier_id === null || !isEarned) return []
  const payFcfa = courier_pay_fcfa ?? 0
  return [debit('COURIER_PAY', payFcfa), credit('COURIER_EARNINGS', payFcfa, courier_id)]
}

/** The trip, where the customer pays it to the service: the customer has a receipt of it. */
function chargedToCustomer(delivery: EndedDelivery): Fcfa {
  const isPaidByCustomer = isCollectedByService(delivery) && delivery.fee_payer === 'CUSTOMER'
  return isIn('delivered', delivery.status) && isPaidByCustomer ? delivery.price_fcfa : 0
}

/** Everything else that the delivery earns: the shop is invoiced for it. */
function chargedToShop(delivery: EndedDelivery): Fcfa {
  const { price_working, cod_fee_fcfa, price_fcfa, cancellation_fee_fcfa, return_fee_fcfa } = delivery
  if (!isIn('delivered', delivery.status)) return cancellation_fee_fcfa + return_fee_fcfa
  const tripFcfa = price_fcfa + discountBorneByShop(price_working as PriceWorking)
  const feeFcfa = isCollectedByService(delivery) ? cod_fee_fcfa : 0
  return tripFcfa + feeFcfa - chargedToCustomer(delivery)
}

/** Whether the customer pays through the service, and not the shop itself. */
const isCollectedByService = ({ payment_mode, collection }: EndedDelivery): boolean =>
  payment_mode === 'CASH_ON_DELIVERY' && collection === 'SECURE'

/** What the trip cost before discounts. */
const tripBeforeDiscounts = ({ price_working }: EndedDelivery): Fcfa =>
  (price_working as PriceWorking).lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
