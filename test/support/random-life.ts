import assert from 'node:assert/strict'
import { customerActor } from '../../src/base/kernel/actor.ts'
import type {
  Collection,
  Currency,
  DeliveryStatus,
  FeePayer,
  Payer,
  PaymentMode,
  PaymentStatus,
} from '../../src/contract/vocabulary.ts'
import { type DeliveryKey, findDelivery } from '../../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../../src/domain/deliveries/payment/change-payment.ts'
import { askSecondTry } from '../../src/domain/deliveries/second-try/ask-second-try.ts'
import type { SecondTryAsker } from '../../src/domain/deliveries/second-try/second-try.ts'
import { arriveAtPickup } from '../../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../../src/domain/deliveries/transitions/assign-courier.ts'
import {
  payAsSimulatedCustomer,
  payAsSimulatedShop,
} from '../../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { requestPaymentAgain } from '../../src/domain/money/mobile-money/request-payment-again.ts'
import { requestTripPayment } from '../../src/domain/money/mobile-money/request-trip-payment.ts'
import type { PromoCode } from '../../src/domain/money/payments/promo-code.ts'
import { setOutAgain } from '../../src/domain/tours/set-out-again.ts'
import type { Services } from '../../src/services.ts'
import { verbs } from './delivery-verbs.ts'
import type { Sent } from './unreliable-provider.ts'

/** A shop of the lives, with what its deliveries cost by hand. */
export type LifeShop = {
  shopId: string
  currency: Currency
  discountPercent: number
  place: { lat: number; lng: number }
  /** Of its customers. */
  phone: string
  payoutPhone: string
  /** Another number, which pays trips where that of the payouts did not. */
  tripPhone: string
  /** Whether it pays every trip first that it would owe. */
  paysFirst: boolean
  payoutMinimumFcfa: number
  payoutNetsFees: boolean
}

export type LifePromo = Pick<PromoCode, 'code' | 'percent' | 'amountFcfa' | 'bearer'>

/**
 * What is ordered. `tripFcfa` is what the trip costs before discounts, worked out by hand from the tariff, and `againFcfa`
 * the same of a second try.
 */
export type LifeOrder = {
  shop: LifeShop
  mode: PaymentMode
  collection: Collection
  feePayer: FeePayer
  goodsFcfa: number
  tripFcfa: number
  againFcfa: number
  promo: LifePromo | null
}

/** How a life is meant to end. One whose customer never pays is brought back instead of handed over. */
export const lifeEnds = {
  DELIVERED: 55,
  RETURNED: 12,
  FAILED: 4,
  CANCELLED_UNDER_WAY: 10,
  CANCELLED_AT_SHOP: 6,
  CANCELLED_BEFORE_SHOP: 4,
  CANCELLED_SEARCHING: 4,
  EXPIRED: 5,
} as const
export type LifeEnd = keyof typeof lifeEnds

/** What becomes of a parcel that is not handed over, of which somebody wants a second try. */
export type Again = {
  /** Who asks first; after one that was cancelled, the shop does. */
  asker: SecondTryAsker
  /** The courier takes it out again, or brings it back first. */
  way: 'SET_OUT' | 'BACK'
  /** How often it is asked for, as long as those before were cancelled or expired. */
  maxAsked: number
}

/** What a customer or a shop does with a request to pay, and when the money leaves them, if it does. */
export type Request = {
  id: string
  payer: Payer
  amountFcfa: number
  answer: 'PAID' | 'REFUSED' | 'FAILED'
  answersAt: Date
  /** What the provider says until then, and from when on, before it changes its mind. */
  before: { answer: 'REFUSED' | 'FAILED'; at: Date } | null
}

/** The life of a delivery: what was ordered, what is meant to happen, and what did. */
export type Life = {
  number: number
  /** Which kind of order it is. */
  model: number
  order: LifeOrder
  end: LifeEnd
  /** The step of the clock from which it may end otherwise than by a hand-over. */
  endsAt: number
  /** Null for the courier of the sandbox, who is not registered. */
  courierId: string | null
  /** Whether its customer pays at once, as in the sandbox. */
  isSimulated: boolean
  /** How often the customer is asked to pay, and the shop for the trip. */
  maxRequests: number
  again: Again | null
  /** The delivery whose parcel this one brings once more; null for a first one. */
  tryOf: Life | null
  /** The step of the clock at which it was ordered. */
  beganAt: number
  key: DeliveryKey
  reference: string
  requests: Request[]
  /** By request to pay: by hand, or by the provider with what it kept for that; more than once where that changed its mind. */
  givenBack: Map<string, readonly ('BY_HAND' | Sent)[]>
}

/** A delivery as it is when a step is chosen; it may have changed when the step is taken. */
export type LifeState = {
  status: DeliveryStatus
  paymentStatus: PaymentStatus
  hasArrived: boolean
  /** How often the customer was asked, and the shop for the trip. */
  requests: number
  tripRequests: number
  isTripAsked: boolean
  /** Whether it ended because its trip was not paid. */
  isTripUnpaid: boolean
  pickupCode: string
  confirmationCode: string
  /** Whether it is over though its status may be FAILED: its courier took the parcel out again. */
  hasEnded: boolean
  /** How its newest second try stands, and how many were asked for. */
  tried: DeliveryStatus | null
  timesTried: number
}

type Step = {
  isNext(life: Life, state: LifeState, at: number): boolean
  take(services: Services, life: Life, state: LifeState): Promise<unknown>
}

/** From this step of a life on nobody waits for the customer's money any more. */
const givesUpAt = 7

/** After this step of the clock no second try is asked for: it is night then, and a trip costs more. */
const lastAskedAt = 8

const isPaid = ({ paymentStatus }: LifeState) => paymentStatus === 'PAID' || paymentStatus === 'NOT_DUE'
const endsBefore = (...ends: LifeEnd[]) => new Set<LifeEnd>(ends)
const endsSearching = endsBefore('EXPIRED', 'CANCELLED_SEARCHING')
const endsAssigned = endsBefore('CANCELLED_BEFORE_SHOP', 'CANCELLED_AT_SHOP')

const takesOutAgain = ({ tryOf }: Life) => tryOf?.again?.way === 'SET_OUT'

/** Whether somebody asks for another second try of a parcel that its courier has. */
function isWanted({ again, beganAt }: Life, { status, hasEnded, tried, timesTried }: LifeState, at: number) {
  if (!again || status !== 'FAILED' || hasEnded || beganAt + at > lastAskedAt) return false
  return tried === null || (isCalledOff(tried) && timesTried < again.maxAsked)
}

const isCalledOff = (tried: DeliveryStatus) => tried === 'CANCELLED' || tried === 'EXPIRED'

/** Whether the courier keeps a parcel, since they take it out again or somebody wants that. */
const isKept = (life: Life, state: LifeState, at: number): boolean =>
  isWanted(life, state, at) || (life.again?.way === 'SET_OUT' && state.tried === 'SEARCHING_COURIER')

const twoHoursMs = 2 * 60 * 60_000

/**
 * Everything that can happen to a delivery by a verb; the first that is next is taken, at this step of its
 * life.
 */
export const lifeSteps = {
  expire: {
    isNext: ({ end }, { status }) => status === 'SEARCHING_COURIER' && end === 'EXPIRED',
    take: (services, { key }) => verbs.expire(services, key),
  },
  cancel: {
    isNext: ({ end, endsAt }, { status, hasArrived }, at) =>
      (status === 'SEARCHING_COURIER' && end === 'CANCELLED_SEARCHING') ||
      (status === 'ASSIGNED' && end === 'CANCELLED_BEFORE_SHOP' && !hasArrived) ||
      (status === 'ASSIGNED' && end === 'CANCELLED_AT_SHOP' && hasArrived) ||
      (status === 'IN_TRANSIT' && end === 'CANCELLED_UNDER_WAY' && at >= endsAt),
    take: (services, { key }) => verbs.cancel(services, key),
  },
  payTripInSandbox: {
    isNext: ({ isSimulated, number }, { paymentStatus }) =>
      paymentStatus === 'AWAITING_SENDER' && isSimulated && number % 2 === 0,
    take: async (services, { key }) => {
      const delivery = await findDelivery(services.db, key)
      assert.ok(delivery)
      return payAsSimulatedShop(services, key, delivery)
    },
  },
  payTripAgain: {
    isNext: ({ maxRequests, number }, { paymentStatus, tripRequests, isTripAsked }, at) =>
      paymentStatus === 'AWAITING_SENDER' &&
      tripRequests > 0 &&
      tripRequests < maxRequests &&
      (!isTripAsked || (number % 4 === 0 && at > 2)),
    take: (services, { key, order }) => requestTripPayment(services, key, order.shop.tripPhone),
  },
  setOutAgain: {
    isNext: (life, { status }) =>
      status === 'SEARCHING_COURIER' && takesOutAgain(life) && !endsSearching.has(life.end),
    take: async (services, { tryOf }) => {
      assert.ok(tryOf?.courierId)
      return setOutAgain(services, tryOf.courierId, tryOf.key)
    },
  },
  assign: {
    isNext: (life, { status }) =>
      status === 'SEARCHING_COURIER' && !takesOutAgain(life) && !endsSearching.has(life.end),
    take: (services, { key, courierId, number }) =>
      assignCourier(services, key, {
        id: courierId,
        firstName: 'Afi',
        phone: `+22901970${String(10_000 + number).slice(-5)}`,
        vehicleType: 'MOTO',
        plateNumber: null,
      }),
  },
  arrive: {
    isNext: ({ end, number }, { status, hasArrived }) =>
      status === 'ASSIGNED' &&
      !hasArrived &&
      (end === 'CANCELLED_AT_SHOP' || (!endsAssigned.has(end) && number % 2 === 0)),
    take: (services, { key }) => arriveAtPickup(services, key),
  },
  pickUp: {
    isNext: ({ end }, { status }) => status === 'ASSIGNED' && !endsAssigned.has(end),
    take: (services, { key }, { pickupCode }) =>
      verbs.pickUp(services, key, { pickup_code: pickupCode } as never),
  },
  fail: {
    isNext: ({ end, endsAt }, state, at) =>
      state.status === 'IN_TRANSIT' &&
      (((end === 'FAILED' || end === 'RETURNED') && at >= endsAt) ||
        (end === 'DELIVERED' && at >= givesUpAt && !isPaid(state))),
    take: (services, { key }) => verbs.fail(services, key),
  },
  handOver: {
    isNext: ({ end }, state) => state.status === 'IN_TRANSIT' && end === 'DELIVERED' && isPaid(state),
    take: (services, { key }, { confirmationCode }) =>
      verbs.handOver(services, key, { confirmation_code: confirmationCode } as never),
  },
  confirmAsShop: {
    isNext: ({ order, end, number }, { status, paymentStatus }) =>
      status === 'IN_TRANSIT' &&
      order.collection === 'DIRECT' &&
      paymentStatus === 'AWAITING_CUSTOMER' &&
      // Some pay the shop, and do not get the parcel at once.
      (end === 'DELIVERED' || (end === 'RETURNED' && number % 2 === 0)),
    take: (services, { key }) => changePayment(services, key, 'confirm'),
  },
  payInSandbox: {
    isNext: ({ order, isSimulated }, { status, paymentStatus }) =>
      status === 'IN_TRANSIT' &&
      order.collection === 'SECURE' &&
      paymentStatus === 'AWAITING_CUSTOMER' &&
      isSimulated,
    take: (services, { key }) => payAsSimulatedCustomer(services, key),
  },
  askAgain: {
    isNext: ({ order, maxRequests }, { status, paymentStatus, requests }, at) =>
      status === 'IN_TRANSIT' &&
      order.collection === 'SECURE' &&
      (paymentStatus === 'FAILED' || paymentStatus === 'REFUSED') &&
      requests < maxRequests &&
      at < givesUpAt,
    take: (services, { key }, { requests }) => requestPaymentAgain(services, key, { timesAsked: requests }),
  },
  tryAgain: {
    isNext: isWanted,
    take: (services, { key, again }, { tried }) => {
      const asker = tried === 'CANCELLED' ? 'SHOP' : (again?.asker ?? 'SHOP')
      const actor = asker === 'CUSTOMER' ? customerActor : services.actor
      const from = services.clock.now()
      const window = { from: from.toISOString(), to: new Date(from.getTime() + twoHoursMs).toISOString() }
      return askSecondTry({ ...services, actor }, key, { asker, window })
    },
  },
  return: {
    isNext: (life, state, at) =>
      state.status === 'FAILED' && !state.hasEnded && life.end !== 'FAILED' && !isKept(life, state, at),
    take: (services, { key }) => verbs.return(services, key),
  },
} as const satisfies Record<string, Step>

/** What the customer of a life paid, or its shop for the trip, from what the provider knows of them. */
export const paidFcfa = ({ requests }: Life, payer: Payer, now: Date): number =>
  requests
    .filter((each) => each.payer === payer && each.answer === 'PAID' && each.answersAt <= now)
    .reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)

/** What the customer is asked for. */
export const toCollectFcfa = ({ mode, feePayer, goodsFcfa, ...order }: LifeOrder): number =>
  mode === 'PREPAID' ? 0 : goodsFcfa + (feePayer === 'CUSTOMER' ? priceFcfa(order) : 0)

/** What its shop owes once the parcel is handed over, which is what it pays first. */
export function tripOfShopFcfa(order: LifeOrder): number {
  const { mode, collection, feePayer, goodsFcfa } = order
  const ownFcfa = borneFcfa(order)
  if (mode === 'PREPAID' || collection === 'DIRECT') return priceFcfa(order) + ownFcfa
  const keptFcfa = (feePayer === 'MERCHANT' ? priceFcfa(order) : 0) + collectionFeeFcfa(order) + ownFcfa
  return Math.max(keptFcfa - goodsFcfa, 0)
}

/** Whether its shop pays the trip of a first order like this one before the parcel is picked up. */
export const paysFirst = (order: LifeOrder): boolean => order.shop.paysFirst && tripOfShopFcfa(order) > 0

/** What a code that the shop bears took off: the shop owes it. */
const borneFcfa = (order: Trip): number => (order.promo?.bearer === 'SHOP' ? promoFcfa(order) : 0)

/** 1.5 % of the goods, rounded up, and at least 100 francs, but never more than the goods. */
const collectionFeeFcfa = ({ goodsFcfa }: LifeOrder): number =>
  Math.min(Math.max(Math.ceil((goodsFcfa * 15) / 1_000), 100), goodsFcfa)

type Trip = Pick<LifeOrder, 'tripFcfa' | 'shop' | 'promo'>

/** The trip less the discount of the shop, and then less that of the promo code, each rounded down to a franc. */
export const priceFcfa = (trip: Trip): number => agreedFcfa(trip) - promoFcfa(trip)

const agreedFcfa = ({ tripFcfa, shop }: Trip): number =>
  tripFcfa - Math.floor((tripFcfa * shop.discountPercent) / 100)

function promoFcfa(trip: Trip): number {
  if (!trip.promo) return 0
  const { percent, amountFcfa } = trip.promo
  return Math.min(agreedFcfa(trip), amountFcfa ?? Math.floor((agreedFcfa(trip) * (percent ?? 0)) / 100))
}

/** The provider of all lives. */
export const providerName = 'unreliable'

/** By the tariff of the tests: what a cancelled trip and one back cost, and the share of couriers. */
const [cancelledFcfa, broughtBackFcfa, courierPercent] = [300, 500, 80]

/** The tax that prices include, and how much of it an amount holds: 18 of every 118 francs. */
export const lifeVatRate = 1_800
const taxIn = (amountFcfa: number): number => Math.round((amountFcfa * 18) / 118)

/**
 * What the books must have of a life once everything is settled, by account and owner; debits are positive. What was given
 * back to a customer twice was brought back.
 */
export function expectedOf(life: Life, state: LifeState, now: Date): Map<string, number> {
  const { order, courierId, requests, givenBack } = life
  const { status } = state
  const { shop, tripFcfa } = order
  const isCollected = order.mode === 'CASH_ON_DELIVERY' && order.collection === 'SECURE'
  const isDelivered = status === 'DELIVERED'
  const byCustomer = paidFcfa(life, 'CUSTOMER', now)
  const byShop = paidFcfa(life, 'SENDER', now)
  const back = { byHand: 0, byProvider: 0, feesFcfa: 0, tooMuch: 0 }
  for (const { id, payer, amountFcfa } of requests) {
    assert.equal(amountFcfa, payer === 'CUSTOMER' ? toCollectFcfa(order) : tripOfShopFcfa(order))
    const given = givenBack.get(id) ?? []
    back.tooMuch += Math.max(given.length - 1, 0) * amountFcfa
    for (const each of given)
      if (each === 'BY_HAND') back.byHand += amountFcfa
      else {
        back.byProvider += amountFcfa
        back.feesFcfa += each.feeFcfa
      }
  }
  const fees = feesOf(life, state)
  const collectionFee = isDelivered && isCollected ? collectionFeeFcfa(order) : 0
  const taken = isDelivered && isCollected ? toCollectFcfa(order) : 0
  const price = isDelivered ? priceFcfa(order) : 0
  const borne = isDelivered ? borneFcfa(order) : 0
  // What the shop is left with: what was taken for it less everything that the company keeps.
  const shopNet = taken - price - collectionFee - fees.cancelled - fees.broughtBack
  const discount = isDelivered ? tripFcfa - price - borne : 0
  // Each buyer's paper has its own tax: the customer's has the trip that they paid, the shop's everything else.
  const trip = isDelivered && isCollected && order.feePayer === 'CUSTOMER' ? price : 0
  const earned = price + borne + collectionFee + fees.cancelled + fees.broughtBack
  const tax = taxIn(trip) + taxIn(earned - trip)
  // Every earning bears its own, and the first what rounding leaves.
  const taxOfFirst = tax + taxIn(discount) - taxIn(collectionFee)
  const taxOfCancelling = isDelivered ? 0 : tax - taxIn(fees.broughtBack)
  const pay = isCourierPaid(life, state) ? Math.ceil((tripFcfa * courierPercent) / 100) : 0
  return new Map(
    [
      ['PROVIDER_FLOAT', byCustomer + byShop - back.byProvider - back.feesFcfa] as const,
      [`PROVIDER_FEES ${providerName}`, back.feesFcfa] as const,
      ['CUSTOMER_MONEY', taken + back.byHand + back.byProvider - byCustomer - back.tooMuch] as const,
      ['SUSPENSE', back.tooMuch - back.byHand] as const,
      [`SHOP_SALES ${shop.shopId}`, -Math.max(shopNet, 0)] as const,
      [`SHOP_FEES ${shop.shopId}`, Math.max(-shopNet, 0) + borne - byShop] as const,
      ['TRIP_REVENUE', isDelivered ? taxOfFirst - tripFcfa : 0] as const,
      ['DISCOUNTS', discount - taxIn(discount)] as const,
      ['COLLECTION_REVENUE', taxIn(collectionFee) - collectionFee] as const,
      ['CANCELLATION_REVENUE', taxOfCancelling - fees.cancelled] as const,
      ['RETURN_REVENUE', taxIn(fees.broughtBack) - fees.broughtBack] as const,
      ['VAT_COLLECTED', -tax] as const,
      ['COURIER_PAY', pay] as const,
      [`COURIER_EARNINGS ${courierId}`, -pay] as const,
    ].filter(([, amountFcfa]) => amountFcfa !== 0),
  )
}

function feesOf(
  { end }: Life,
  { status, isTripUnpaid }: LifeState,
): { cancelled: number; broughtBack: number } {
  if (isTripUnpaid) return { cancelled: 0, broughtBack: 0 }
  if (status === 'RETURNED') return { cancelled: 0, broughtBack: broughtBackFcfa }
  if (end === 'CANCELLED_AT_SHOP') return { cancelled: cancelledFcfa, broughtBack: 0 }
  if (end === 'CANCELLED_UNDER_WAY') return { cancelled: cancelledFcfa, broughtBack: broughtBackFcfa }
  return { cancelled: 0, broughtBack: 0 }
}

/**
 * Whoever was at the shop is paid once the delivery has ended; one that failed has not, until the parcel is back or out
 * again.
 */
function isCourierPaid({ courierId, end }: Life, state: LifeState): boolean {
  const { status, isTripUnpaid, hasArrived, hasEnded } = state
  if (courierId === null) return false
  if (isTripUnpaid) return hasArrived
  if (status === 'CANCELLED') return end === 'CANCELLED_AT_SHOP' || end === 'CANCELLED_UNDER_WAY'
  return status === 'DELIVERED' || status === 'RETURNED' || (status === 'FAILED' && hasEnded)
}

/**
 * What a second try of this delivery is ordered as, by hand: whoever asks pays the trip, what was to be paid for the goods
 * is still to be paid, unless their shop has it, and no promo code is used twice.
 */
export function orderedAgain(order: LifeOrder, paymentStatus: PaymentStatus, feePayer: FeePayer): LifeOrder {
  const isCollected = order.mode === 'CASH_ON_DELIVERY'
  const hasShopItsMoney = order.collection === 'DIRECT' && paymentStatus === 'PAID'
  return {
    ...order,
    mode: feePayer === 'CUSTOMER' ? 'CASH_ON_DELIVERY' : order.mode,
    // As the shops of the lives collect where an order does not say it.
    collection: isCollected ? order.collection : 'SECURE',
    feePayer,
    goodsFcfa: isCollected && !hasShopItsMoney ? order.goodsFcfa : 0,
    tripFcfa: order.againFcfa,
    promo: null,
  }
}

/** The statuses in which a life is over. */
export const isOver = (life: Life, state: LifeState, at: number): boolean =>
  isFinal(state) || (state.status === 'FAILED' && life.end === 'FAILED' && !isKept(life, state, at))

const isFinal = ({ status, hasEnded }: LifeState): boolean =>
  status === 'DELIVERED' ||
  status === 'RETURNED' ||
  status === 'CANCELLED' ||
  status === 'EXPIRED' ||
  (status === 'FAILED' && hasEnded)
