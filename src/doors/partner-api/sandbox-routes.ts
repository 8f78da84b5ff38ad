import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Fault, validationFailed } from '../../base/contract/validation-fault.ts'
import { actorOf } from '../../base/http/authenticate.ts'
import { operation } from '../../base/http/operation.ts'
import { languageOf } from '../../base/http/response-language.ts'
import { OneOf, Strict, Text } from '../../base/kernel/json-types.ts'
import { deliveryBody } from '../../domain/deliveries/delivery-body.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { advanceDelivery } from '../../domain/sandbox/advance-delivery.ts'
import { outcomes } from '../../domain/sandbox/next-step.ts'
import { DeliveryParams, deliveryKeyOf } from './delivery-routes.ts'
import { DeliveryView } from './delivery-view.ts'

const AdvanceInput = Strict(
  {
    outcome: Type.Optional(
      OneOf(outcomes, {
        description: 'Another ending to reach instead of the next step.',
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
  { description: 'Optional. Without it the delivery makes its next step.' },
)

/** POST /sandbox/deliveries/{id}/advance (spec 4.9). Registered in the sandbox only. */
export async function sandboxRoutes(app: FastifyInstance, deps: DeliveryDeps): Promise<void> {
  app.post<{ Params: { id: string }; Body: Static<typeof AdvanceInput> | undefined }>(
    '/sandbox/deliveries/:id/advance',
    {
      ...operation({
        operationId: 'advanceDelivery',
        summary: 'Sandbox only: make the next step',
        description:
          'Customer position given, courier assigned, parcel picked up, parcel delivered. Takes no body; as an extension, one may ask for another ending.',
        tag: 'Sandbox',
        scopes: ['deliveries:write'],
        params: DeliveryParams,
        body: AdvanceInput,
        isBodyOptional: true,
        success: { 200: DeliveryView },
        refuses: ['DELIVERY_NOT_FOUND', 'NO_NEXT_STEP', 'OUT_OF_ZONE', 'CITIES_DIFFER'],
      }),
      /** The body is optional, so a missing one is validated as an empty object; `null` is refused. */
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
    },
    async (request) => {
      const advance = request.body ?? {}
      if (advance.failureReason !== undefined && advance.outcome !== 'FAILED')
        throw validationFailed([reasonWithoutFailure])
      return deliveryBody(
        await advanceDelivery({ ...deps, actor: actorOf(request) }, deliveryKeyOf(request), advance),
        languageOf(request),
      )
    },
  )
}

/** A reason without the outcome FAILED would be ignored and the parcel delivered (decision 25). */
const reasonWithoutFailure: Fault = {
  field: '/failureReason',
  rule: 'onlyWithFailed',
  wording: {
    en: 'is only taken with the outcome FAILED',
    fr: 'n’est accepté qu’avec outcome à FAILED',
  },
}
