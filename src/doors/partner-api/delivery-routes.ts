import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Strict, Uuid } from '../../base/kernel/json-types.ts'
import { referencePattern } from '../../base/kernel/short-code.ts'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { cancelDelivery } from '../../domain/deliveries/cancelling/cancel-delivery.ts'
import { isForPartners } from '../../domain/deliveries/changing/delivery-intervention.ts'
import { type DeliveryBody, deliveryBody } from '../../domain/deliveries/delivery-body.ts'
import type { ViewedDelivery } from '../../domain/deliveries/delivery-row.ts'
import { type DeliveryKey, findViewedDelivery, listHistory } from '../../domain/deliveries/delivery-store.ts'
import type { DeliveryCount } from '../../domain/deliveries/finding/count-deliveries.ts'
import { listDeliveries } from '../../domain/deliveries/finding/list-deliveries.ts'
import { type CreationDeps, createDelivery } from '../../domain/deliveries/order/create-delivery.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { actorOf, callerOf } from '../../http/authenticate.ts'
import { useEtags } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import { languageOf } from '../../http/response-language.ts'
import { CancelInput, DeliveryInput } from './delivery-input.ts'
import {
  CreatedDeliveryView,
  DeliveryPageView,
  DeliveryView,
  StatusEventView,
  statusEventView,
} from './delivery-view.ts'
import { ListQuery, readListQuery } from './list-query.ts'
import { pricingRefusals } from './quote-routes.ts'
import { shopKeyOf } from './shop-key.ts'

type DeliveryRoutesDeps = CreationDeps & { countDeliveries: DeliveryCount; timeZone: string }

/**
 * The delivery that an address names, by its identifier or its reference. What is neither is an unknown one,
 * so nothing is validated here (decision 5).
 */
export const DeliveryParams = Strict({
  id: Type.Unsafe<string>({
    anyOf: [
      Uuid({ description: 'Its identifier.' }),
      { type: 'string', pattern: referencePattern, description: 'Its reference.', examples: ['COL-7K2M9Q'] },
    ],
    description: 'Identifier of the delivery, or its reference.',
    examples: ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'],
  }),
})

/** Operations 4 to 8 of spec section 4. */
export async function deliveryRoutes(app: FastifyInstance, deps: DeliveryRoutesDeps): Promise<void> {
  const as = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const bodyFor = bodiesOf(deps)
  app.post<{ Body: DeliveryInput }>(
    '/deliveries',
    operation({
      operationId: 'createDelivery',
      summary: 'Create a delivery',
      description:
        'Without `dropoff` the customer is asked for their position. The same Idempotency-Key with the same body answers the delivery it made, with the header `Idempotent-Replayed: true`, and never makes a second one.',
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      body: DeliveryInput,
      idempotencyKey: 'required',
      success: { 201: CreatedDeliveryView },
      successHeaders: ['Idempotent-Replayed'],
      refuses: [
        'IDEMPOTENCY_KEY_REQUIRED',
        'IDEMPOTENCY_KEY_INVALID',
        'IDEMPOTENCY_KEY_REUSED',
        'EXTERNAL_REF_TAKEN',
        'PHONE_NUMBER_INVALID',
        'CUSTOMER_BLOCKED',
        'PHOTO_KEY_UNKNOWN',
        'PROMO_CODE_REFUSED',
        'SHOP_NOT_APPROVED',
        ...pricingRefusals,
      ],
    }),
    async (request, reply) => {
      const idempotencyKey = idempotencyKeyOf(request)
      if (idempotencyKey === null) throw new ApiError('IDEMPOTENCY_KEY_REQUIRED')
      const { shopId } = callerOf(request)
      const { delivery, isReplay } = await createDelivery(as(request), {
        shopId,
        idempotencyKey,
        input: request.body,
      })
      if (isReplay) reply.header('idempotent-replayed', 'true')
      else request.madeDeliveryId = delivery.id
      const view = { ...bodyFor(request)(delivery), pickupCode: delivery.pickup_code }
      return reply.code(201).send(view)
    },
  )

  app.get<{ Querystring: ListQuery }>(
    '/deliveries',
    operation({
      operationId: 'listDeliveries',
      summary: 'List deliveries',
      description:
        'Newest first, with `updatedSince` too: what changes while you read its pages is never skipped, but a delivery may come twice. To follow changes, note the time before the first page, read every page, and next time ask from a minute before the time that you noted.',
      tag: 'Deliveries',
      scopes: ['deliveries:read'],
      querystring: ListQuery,
      success: { 200: DeliveryPageView },
    }),
    async (request) => {
      const { filter, page, pageSize } = readListQuery(request.query, deps)
      const { rows, total } = await listDeliveries(deps, callerOf(request).shopId, {
        filter,
        page,
        pageSize,
      })
      return { items: rows.map(bodyFor(request)), total, page, pageSize }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/deliveries/:id/events',
    operation({
      operationId: 'listDeliveryEvents',
      summary: 'Dated history of statuses',
      description: 'Oldest first, beginning with the status at creation.',
      tag: 'Deliveries',
      scopes: ['deliveries:read'],
      params: DeliveryParams,
      success: { 200: Type.Array(StatusEventView, { description: 'The history.' }) },
      refuses: ['DELIVERY_NOT_FOUND'],
    }),
    async (request) => {
      const lines = (await listHistory(deps.db, deliveryKeyOf(request))).filter(isForPartners)
      if (lines.length === 0) throw new ApiError('DELIVERY_NOT_FOUND')
      return lines.map((line) => statusEventView(line, languageOf(request)))
    },
  )

  app.post<{ Params: { id: string }; Body: CancelInput }>(
    '/deliveries/:id/cancel',
    operation({
      operationId: 'cancelDelivery',
      summary: 'Cancel a delivery',
      description:
        'Free until the courier has arrived at the shop; afterwards `cancellationFee` is charged, and `returnFee` too when the parcel is on its way. An Idempotency-Key may be sent: the same key again answers 200.',
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      params: DeliveryParams,
      body: CancelInput,
      idempotencyKey: 'optional',
      success: { 200: DeliveryView },
      refuses: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_CANCELLABLE', 'IDEMPOTENCY_KEY_INVALID'],
    }),
    async (request) => {
      const cancellation = { reason: request.body.reason ?? null, idempotencyKey: idempotencyKeyOf(request) }
      return bodyFor(request)(await cancelDelivery(as(request), deliveryKeyOf(request), cancellation))
    },
  )

  await app.register(async (one) => {
    useEtags(one, { weak: true })
    one.get<{ Params: { id: string } }>(
      '/deliveries/:id',
      operation({
        operationId: 'getDelivery',
        summary: 'One delivery',
        description: 'Carries an ETag; with If-None-Match an unchanged delivery answers 304.',
        tag: 'Deliveries',
        scopes: ['deliveries:read'],
        params: DeliveryParams,
        success: { 200: DeliveryView },
        successHeaders: ['ETag'],
        refuses: ['DELIVERY_NOT_FOUND'],
      }),
      async (request) => {
        const delivery = await findViewedDelivery(deps.db, deliveryKeyOf(request))
        if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND')
        return bodyFor(request)(delivery)
      },
    )
  })
}

/** A delivery as the caller of a request reads it. */
export const bodiesOf =
  ({ clock, customerLink }: Pick<DeliveryDeps, 'clock' | 'customerLink'>) =>
  (request: FastifyRequest): ((row: ViewedDelivery) => DeliveryBody) => {
    const { shopId } = callerOf(request)
    const context = { shopId, language: languageOf(request), customerLink, now: clock.now() }
    return (row) => deliveryBody(row, context)
  }

/**
 * The delivery a request names, in the caller's own shop. Throws DELIVERY_NOT_FOUND for what is no
 * identifier.
 */
export const deliveryKeyOf = (request: FastifyRequest<{ Params: { id: string } }>): DeliveryKey =>
  shopKeyOf(request, 'DELIVERY_NOT_FOUND')

/** The Idempotency-Key of a request, null without one. Throws IDEMPOTENCY_KEY_INVALID. */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined || header === '') return null
  const form = new RegExp(limits.idempotencyKey.pattern)
  if (typeof header !== 'string' || !form.test(header)) throw new ApiError('IDEMPOTENCY_KEY_INVALID')
  return header
}
