import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { Flag, OneOf, Open, Strict, Text } from '../../base/kernel/json-types.ts'
import { worded } from '../../contract/error-words.ts'
import { type Fault, validationFailed } from '../../contract/validation-fault.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import type { MobileMoneyDeps } from '../../domain/money/mobile-money/mobile-money-provider.ts'
import { advanceDelivery } from '../../domain/sandbox/advance-delivery.ts'
import { outcomes } from '../../domain/sandbox/next-step.ts'
import { type ResetDeps, resetShop } from '../../domain/sandbox/reset-shop.ts'
import { actorOf, callerOf } from '../../http/authenticate.ts'
import { NoInput, operation } from '../../http/operation.ts'
import { bodiesOf, DeliveryParams, deliveryKeyOf } from './delivery-routes.ts'
import { DeliveryView } from './delivery-view.ts'

const ResetView = Open(
  {
    deliveries: Type.Integer({ minimum: 0, description: 'Deliveries that were removed.', examples: [12] }),
    events: Type.Integer({ minimum: 0, description: 'Events that were removed.', examples: [48] }),
    attempts: Type.Integer({
      minimum: 0,
      description: 'Lines that were removed from the log of webhooks.',
      examples: [48],
    }),
    isComplete: Flag({ description: 'Whether nothing is left; otherwise call again.', examples: [true] }),
  },
  { name: 'SandboxReset', description: 'How much was removed.' },
)

const AdvanceInput = Strict(
  {
    outcome: Type.Optional(
      OneOf(outcomes, {
        description: 'An ending to walk to, however many steps that takes, instead of the next step.',
      }),
    ),
    failureReason: Type.Optional(
      Text(1, 200, {
        description:
          'Only with the outcome FAILED: a reason of ours by its code, or words of your own. Without it the customer was absent.',
        examples: ['REFUSED'],
      }),
    ),
  },
  { name: 'AdvanceInput', description: 'Optional. Without it the delivery makes its next step.' },
)

/**
 * POST /sandbox/deliveries/{id}/advance (spec 4.9) and POST /sandbox/reset. Registered in the sandbox only.
 */
export async function sandboxRoutes(
  app: FastifyInstance,
  deps: DeliveryDeps & MobileMoneyDeps & ResetDeps,
): Promise<void> {
  const bodyFor = bodiesOf(deps)

  app.post(
    '/sandbox/reset',
    operation({
      operationId: 'resetSandbox',
      summary: 'Sandbox only: remove the deliveries of your shop',
      description:
        'Removes the deliveries of your shop, their events and messages, and the log of its webhooks. Keys, pickup addresses and webhook endpoints stay, and so do cursors of GET /events. A call takes about two seconds at most: where `isComplete` is false, call again. Do not order meanwhile: what is created during a reset may be removed too.',
      tag: 'Sandbox',
      scopes: ['deliveries:write'],
      isShopChange: true,
      body: NoInput,
      isBodyOptional: true,
      success: { 200: ResetView },
    }),
    (request) => resetShop({ ...deps, actor: actorOf(request) }, callerOf(request).shopId),
  )

  app.post<{ Params: { id: string }; Body: Static<typeof AdvanceInput> }>(
    '/sandbox/deliveries/:id/advance',
    operation({
      operationId: 'advanceDelivery',
      summary: 'Sandbox only: make the next step',
      description:
        'Customer position given, courier assigned, parcel picked up, parcel delivered. Takes no body; as an extension, one may ask for an ending, and the delivery makes every step that leads there.',
      tag: 'Sandbox',
      scopes: ['deliveries:write'],
      params: DeliveryParams,
      body: AdvanceInput,
      isBodyOptional: true,
      success: { 200: DeliveryView },
      refuses: [
        'DELIVERY_NOT_FOUND',
        'NO_NEXT_STEP',
        'PAYMENT_NOT_SIMULATED',
        'OUT_OF_ZONE',
        'CITIES_DIFFER',
        'PAYMENT_AMOUNT_REFUSED',
      ],
    }),
    async (request) => {
      const advance = request.body
      if (advance.failureReason !== undefined && advance.outcome !== 'FAILED')
        throw validationFailed([reasonWithoutFailure])
      return bodyFor(request)(
        await advanceDelivery({ ...deps, actor: actorOf(request) }, deliveryKeyOf(request), advance),
      )
    },
  )
}

/** A reason without the outcome FAILED would be ignored and the parcel delivered (decision 25). */
const reasonWithoutFailure: Fault = {
  field: '/failureReason',
  rule: 'onlyWithFailed',
  wording: worded('is only taken with the outcome FAILED'),
}
