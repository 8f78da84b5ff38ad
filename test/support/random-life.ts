import type {
  Collection,
  Currency,
  DeliveryStatus,
  FeePayer,
  PaymentMode,
  PaymentStatus,
} from '../../src/base/contract/vocabulary.ts'
import { changePayment } from '../../src/domain/deliveries/change-payment.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { arriveAtPickup } from '../../src/domain/deliveries/transitions/arrive-at-pickup.ts'
import { assignCourier } from '../../src/domain/deliveries/transitions/assign-courier.ts'
import { payAsSimulatedCustomer } from '../../src/domain/mobile-money/pay-as-simulated-customer.ts'
import { requestPaymentAgain } from '../../src/domain/mobile-money/request-payment-again.ts'
import type { PromoCode } from '../../src/domain/payments/promo-code.ts'
import type { Services } from '../../src/services.ts'
import { verbs } from './delivery-verbs.ts'

/** A shop of the lives, with what its deliveries cost by hand. */
export type LifeShop = {
  shopId: string
  currency: Currency
  discountPercent: number
  place: { lat: number; lng: number }
  /** Of its customers. */
  phone: string
  payoutPhone: string
  payoutMinimumFcfa: number
  payoutNetsFees: boolean
}

export type LifePromo = Pick<PromoCode, 'code' | 'percent' | 'amountFcfa' | 'bearer'>

/** What is ordered. `tripFcfa` is what the trip costs before discounts, worked out by hand from the tariff. */
export type LifeOrder = {
  shop: LifeShop
  mode: PaymentMode
  collection: Collection
  feePayer: FeePayer
  goodsFcfa: number
  tripFcfa: number
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

/** What a customer does with a request to pay, and when the money leaves them, if it does. */
export type Request = {
  id: string
  amountFcfa: number
  answer: 'PAID' | 'REFUSED' | 'FAILED'
  answersAt: Date
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
  /** How often the customer is asked to pay. */
  maxRequests: number
  key: DeliveryKey
  reference: string
  requests: Request[]
  /** By request to pay: by hand, or by the provider with what it kept for that. */
  givenBack: Map<string, 'BY_HAND' | { feeFcfa: number }>
}

/** A delivery as it is when a step is chosen; it may have changed when the step is taken. */
export type LifeState = {
  status: DeliveryStatus
  paymentStatus: PaymentStatus
  hasArrived: boolean
  requests: number
  pickupCode: string
  confirmationCode: string
}

type Step = {
  isNext(life: Life, state: LifeState, at: number): boolean
  take(services: Services, life: Life, state: LifeState): Promise<unknown>
}

/** From this step of the clock on nobody waits for the customer's money any more. */
const givesUpAt = 7

const isPaid = ({ paymentStatus }: LifeState) => paymentStatus === 'PAID' || paymentStatus === 'NOT_DUE'
const endsBefore = (...ends: LifeEnd[]) => new Set<LifeEnd>(ends)
const endsSearching = endsBefore('EXPIRED', 'CANCELLED_SEARCHING')
const endsAssigned = endsBefore('CANCELLED_BEFORE_SHOP', 'CANCELLED_AT_SHOP')

/** Everything that can happen to a delivery by a verb; the first that is next is taken. */
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
  assign: {
    isNext: ({ end }, { status }) => status === 'SEARCHING_COURIER' && !endsSearching.has(end),
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
    isNext: ({ order, end }, { status, paymentStatus }) =>
      status === 'IN_TRANSIT' &&
      order.collection === 'DIRECT' &&
      paymentStatus === 'AWAITING_CUSTOMER' &&
      end === 'DELIVERED',
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
  return: {
    isNext: ({ end }, { status }) => status === 'FAILED' && end !== 'FAILED',
    take: (services, { key }) => verbs.return(services, key),
  },
} as const satisfies Record<string, Step>

/** What the customer of a life paid, from what the provider knows of them. */
export const paidFcfa = ({ requests }: Life, now: Date): number =>
  requests
    .filter(({ answer, answersAt }) => answer === 'PAID' && answersAt <= now)
    .reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)

/** What the customer is asked for. */
export const toCollectFcfa = ({ mode, feePayer, goodsFcfa, ...order }: LifeOrder): number =>
  mode === 'PREPAID' ? 0 : goodsFcfa + (feePayer === 'CUSTOMER' ? priceFcfa(order) : 0)

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

/** What the books must have of a life, by account and owner; debits are positive. */
export function expectedOf(life: Life, status: DeliveryStatus, now: Date): Map<string, number> {
  const { order, courierId, requests, givenBack } = life
  const { shop, tripFcfa, goodsFcfa } = order
  const isCollected = order.mode === 'CASH_ON_DELIVERY' && order.collection === 'SECURE'
  const isDelivered = status === 'DELIVERED'
  const paid = paidFcfa(life, now)
  const back = { byHand: 0, byProvider: 0, feesFcfa: 0 }
  for (const { id, amountFcfa } of requests) {
    const given = givenBack.get(id)
    if (given === 'BY_HAND') back.byHand += amountFcfa
    else if (given) back.byProvider += amountFcfa
    if (given && given !== 'BY_HAND') back.feesFcfa += given.feeFcfa
  }
  const fees = feesOf(life, status)
  // 1.5 % of the goods, rounded up, and at least 100 francs.
  const collectionFee =
    isDelivered && isCollected && goodsFcfa > 0 ? Math.max(Math.ceil((goodsFcfa * 15) / 1_000), 100) : 0
  const taken = isDelivered && isCollected ? toCollectFcfa(order) : 0
  const price = isDelivered ? priceFcfa(order) : 0
  // A code that the shop bears: it owes what the code took off.
  const borne = isDelivered && order.promo?.bearer === 'SHOP' ? promoFcfa(order) : 0
  // What the shop is left with: what was taken for it less everything that the company keeps.
  const shopNet = taken - price - collectionFee - fees.cancelled - fees.broughtBack
  const pay = isCourierPaid(life, status) ? Math.ceil((tripFcfa * courierPercent) / 100) : 0
  return new Map(
    [
      ['PROVIDER_FLOAT', paid - back.byProvider - back.feesFcfa] as const,
      [`PROVIDER_FEES ${providerName}`, back.feesFcfa] as const,
      ['CUSTOMER_MONEY', taken + back.byHand + back.byProvider - paid] as const,
      ['SUSPENSE', -back.byHand] as const,
      [`SHOP_SALES ${shop.shopId}`, -Math.max(shopNet, 0)] as const,
      [`SHOP_FEES ${shop.shopId}`, Math.max(-shopNet, 0) + borne] as const,
      ['TRIP_REVENUE', isDelivered ? -tripFcfa : 0] as const,
      ['DISCOUNTS', isDelivered ? tripFcfa - price - borne : 0] as const,
      ['COLLECTION_REVENUE', -collectionFee] as const,
      ['CANCELLATION_REVENUE', -fees.cancelled] as const,
      ['RETURN_REVENUE', -fees.broughtBack] as const,
      ['COURIER_PAY', pay] as const,
      [`COURIER_EARNINGS ${courierId}`, -pay] as const,
    ].filter(([, amountFcfa]) => amountFcfa !== 0),
  )
}

function feesOf({ end }: Life, status: DeliveryStatus): { cancelled: number; broughtBack: number } {
  if (status === 'RETURNED') return { cancelled: 0, broughtBack: broughtBackFcfa }
  if (end === 'CANCELLED_AT_SHOP') return { cancelled: cancelledFcfa, broughtBack: 0 }
  if (end === 'CANCELLED_UNDER_WAY') return { cancelled: cancelledFcfa, broughtBack: broughtBackFcfa }
  return { cancelled: 0, broughtBack: 0 }
}

/** Whoever was at the shop is paid once the delivery has ended; one that failed has not, until the parcel is back. */
const isCourierPaid = ({ courierId, end }: Life, status: DeliveryStatus): boolean =>
  courierId !== null &&
  (status === 'DELIVERED' ||
    status === 'RETURNED' ||
    (status === 'CANCELLED' && (end === 'CANCELLED_AT_SHOP' || end === 'CANCELLED_UNDER_WAY')))

/** The status in which a life is over. */
export const isOver = ({ end }: Life, { status }: LifeState): boolean =>
  status === 'DELIVERED' ||
  status === 'RETURNED' ||
  status === 'CANCELLED' ||
  status === 'EXPIRED' ||
  (status === 'FAILED' && end === 'FAILED')
