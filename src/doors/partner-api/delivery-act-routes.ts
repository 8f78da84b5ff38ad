import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { As, Strict } from '../../base/kernel/json-types.ts'
import { limits } from '../../contract/limits.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { deliveryTransitions } from '../../domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../../domain/deliveries/delivery-store.ts'
import { allowRepeat } from '../../domain/deliveries/order/allow-repeat.ts'
import type { CreationDeps } from '../../domain/deliveries/order/create-delivery.ts'
import { confirmPayment } from '../../domain/deliveries/payment/confirm-payment.ts'
import { denyPayment } from '../../domain/deliveries/payment/deny-payment.ts'
import { askSecondTry } from '../../domain/deliveries/second-try/ask-second-try.ts'
import { returnParcel } from '../../domain/deliveries/transitions/return-parcel.ts'
import type { MobileMoneyDeps } from '../../domain/money/mobile-money/mobile-money-provider.ts'
import { maxPaymentRequests } from '../../domain/money/mobile-money/payment-request.ts'
import { requestPaymentAgain } from '../../domain/money/mobile-money/request-payment-again.ts'
import { actorOf } from '../../http/authenticate.ts'
import { NoInput, operation } from '../../http/operation.ts'
import { bodiesOf, DeliveryParams, deliveryKeyOf } from './delivery-routes.ts'
import { CreatedDeliveryView, DeliveryView } from './delivery-view.ts'
import { PickupWindowInput } from './quote-view.ts'

const PaymentConfirmationInput = Strict(
  {
    received: Type.Boolean({
      description: 'Whether the payment has arrived on the shop’s own number.',
      examples: [true],
    }),
  },
  { name: 'PaymentConfirmationInput', description: 'What the shop says about the payment.' },
)

const SecondTryInput = Strict(
  {
    window: As(PickupWindowInput, {
      description:
        'When the courier sets out with the parcel once more: today or tomorrow, on the clocks of the city.',
    }),
    expectedPrice: Type.Optional(
      Type.Integer({
        minimum: limits.expectedPriceFcfa.min,
        maximum: limits.expectedPriceFcfa.max,
        description:
          'The price that you agree to, in FCFA: another is refused with PRICE_CHANGED. Without it, whatever it costs.',
        examples: [300],
      }),
    ),
  },
  { name: 'SecondTryInput', description: 'When a parcel is brought once more.' },
)

type ActDeps = CreationDeps & MobileMoneyDeps

/** What a shop does to a delivery besides cancelling it: extensions of ours (decision 121). */
export async function deliveryActRoutes(app: FastifyInstance, deps: ActDeps): Promise<void> {
  const bodyFor = bodiesOf(deps)

  app.post<{ Params: { id: string }; Body: Static<typeof PaymentConfirmationInput> }>(
    '/deliveries/:id/payment-confirmations',
    operation({
      operationId: 'confirmPayment',
      summary: 'Confirm or deny a DIRECT payment',
      description:
        'An extension of Colis, for payments with `collection` DIRECT while the parcel is on its way. `received: true` confirms that the customer has paid, whether they declared it or not; the courier may then hand over the parcel. `received: false` denies what the customer declared: the payment is AWAITING_CUSTOMER again, the customer is told so and may declare it again, and the courier is told not to hand over the parcel. Saying the same again answers 200 and changes nothing. Where the shop does not answer, its owner is reminded after 5 and 15 minutes; then the courier company may answer for it.',
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      params: DeliveryParams,
      body: PaymentConfirmationInput,
      success: { 200: DeliveryView },
      refuses: [
        'DELIVERY_NOT_FOUND',
        'COLLECTION_REFUSED',
        'PAYMENT_TRANSITION_REFUSED',
        'TRANSITION_REFUSED',
      ],
    }),
    async (request) => {
      const { received } = request.body
      return acted(request, received ? confirmPayment : denyPayment, ({ payment_status }) =>
        received ? payment_status === 'PAID' : payment_status === 'AWAITING_CUSTOMER',
      )
    },
  )

  app.post<{ Params: { id: string } }>(
    '/deliveries/:id/payment-requests',
    operation({
      operationId: 'requestPayment',
      summary: 'Ask the customer once more for a SECURE payment',
      description: [
        'An extension of Colis, for payments with `collection` SECURE that the customer refused or that failed, while the parcel is on its way.',
        `The customer is asked on their phone, at most ${maxPaymentRequests} times for a delivery.`,
        'While a request is open, and once it is paid, this answers 200 and asks for nothing. Takes no body.',
      ].join(' '),
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      params: DeliveryParams,
      body: NoInput,
      isBodyOptional: true,
      success: { 200: DeliveryView },
      refuses: [
        'DELIVERY_NOT_FOUND',
        'COLLECTION_REFUSED',
        'PAYMENT_TRANSITION_REFUSED',
        'TRANSITION_REFUSED',
        'PAYMENT_REQUESTS_USED_UP',
      ],
    }),
    (request) =>
      acted(
        request,
        (as, key) => requestPaymentAgain(as, key, { max: maxPaymentRequests }),
        ({ payment_status }) => payment_status === 'AWAITING_CUSTOMER' || payment_status === 'PAID',
      ),
  )

  app.post<{ Params: { id: string } }>(
    '/deliveries/:id/return-confirmations',
    operation({
      operationId: 'confirmReturn',
      summary: 'Confirm that a parcel is back',
      description:
        'An extension of Colis, for a delivery that FAILED: the shop has its parcel, with or without the return code. The delivery is RETURNED and `returnFee` is charged. Confirming it again answers 200 and charges nothing. Takes no body.',
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      params: DeliveryParams,
      body: NoInput,
      isBodyOptional: true,
      success: { 200: DeliveryView },
      refuses: ['DELIVERY_NOT_FOUND', 'TRANSITION_REFUSED'],
    }),
    (request) => acted(request, returnParcel, ({ status }) => status === deliveryTransitions.return.to),
  )

  app.post<{ Params: { id: string }; Body: Static<typeof SecondTryInput> }>(
    '/deliveries/:id/second-tries',
    operation({
      operationId: 'askSecondTry',
      summary: 'Have a parcel brought once more',
      description: [
        'An extension of Colis, where the courier company offers it: for a delivery that FAILED, or was RETURNED after that, until the end of the next day.',
        'The parcel is brought by a new delivery with its own id, price, payment and events, at a share of the price of such a trip. Each of the two names the other: `secondTryOf`, `secondTryId`.',
        'You pay its trip; goods that are still to be paid are collected by it, and by the first one no more.',
        'A courier who still has the parcel may take it out again: the first delivery then stays FAILED, and no `returnFee` is charged. Else it comes back to your shop, is RETURNED, and is fetched there.',
        'A delivery has one second try at a time: after one that was cancelled or expired before a courier had the parcel another may be asked for, three times at most; `secondTryId` then names the newest, and the one that ended keeps its `secondTryOf`. The customer may ask too, and then pays its trip. The same again answers the delivery that it made, with the header `Idempotent-Replayed: true`.',
      ].join(' '),
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      params: DeliveryParams,
      body: SecondTryInput,
      success: { 201: CreatedDeliveryView },
      successHeaders: ['Idempotent-Replayed'],
      refuses: [
        'DELIVERY_NOT_FOUND',
        'SECOND_TRY_REFUSED',
        'SECOND_TRY_ASKED',
        'PRICE_CHANGED',
        'PICKUP_WINDOW_REFUSED',
        'CLOSED',
        'OUT_OF_ZONE',
        'CUSTOMER_BLOCKED',
        'PAYOUT_ACCOUNT_REQUIRED',
        'COLLECTION_UNAVAILABLE',
        'PAYMENT_AMOUNT_REFUSED',
        'SHOP_NOT_APPROVED',
      ],
    }),
    async (request, reply) => {
      const { window, expectedPrice } = request.body
      const { delivery, isReplay } = await askSecondTry(
        { ...deps, actor: actorOf(request) },
        deliveryKeyOf(request),
        { asker: 'SHOP', window, agreedPriceFcfa: expectedPrice },
      )
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send({ ...bodyFor(request)(delivery), pickupCode: delivery.pickup_code })
    },
  )

  /** Does what a request asks for; where `isDone` finds it done before, the delivery as it is. */
  async function acted(
    request: FastifyRequest<{ Params: { id: string } }>,
    act: (as: ActDeps, key: DeliveryKey) => Promise<DeliveryRow>,
    isDone: (delivery: DeliveryRow) => boolean,
  ) {
    const key = deliveryKeyOf(request)
    const delivery = await allowRepeat(
      deps,
      key,
      () => act({ ...deps, actor: actorOf(request) }, key),
      isDone,
    )
    return bodyFor(request)(delivery)
  }
}
