import type { FastifyInstance } from 'fastify'
import { worded } from '../../contract/error-words.ts'
import { type Fault, validationFailed } from '../../contract/validation-fault.ts'
import { quoteCancellation } from '../../domain/deliveries/cancelling/quote-cancellation.ts'
import { changeDelivery } from '../../domain/deliveries/changing/change-delivery.ts'
import type { DeliveryDeps } from '../../domain/deliveries/transitions/move-delivery.ts'
import { actorOf } from '../../http/authenticate.ts'
import { operation } from '../../http/operation.ts'
import { languageOf } from '../../http/response-language.ts'
import { CancellationView, cancellationView } from './cancellation-view.ts'
import { ChangeInput, readChange } from './delivery-change-input.ts'
import { bodiesOf, DeliveryParams, deliveryKeyOf } from './delivery-routes.ts'
import { DeliveryView } from './delivery-view.ts'
import { pairedCoordinates } from './paired-coordinates.ts'

/** PATCH /deliveries/{id} and GET /deliveries/{id}/cancellation: extensions of ours (decision 121). */
export async function deliveryChangeRoutes(app: FastifyInstance, deps: DeliveryDeps): Promise<void> {
  const bodyFor = bodiesOf(deps)

  app.patch<{ Params: { id: string }; Body: ChangeInput }>(
    '/deliveries/:id',
    operation({
      operationId: 'changeDelivery',
      summary: 'Change a delivery before pick-up',
      description:
        'An extension of Colis. Until the courier has picked up the parcel. Another drop-off is priced again; given while the customer’s position is awaited, it takes its place and the search for a courier begins. What is equal to today’s changes nothing, so the same call may be sent again. Each change is a line of the history that names what was changed; webhooks are not called for it, except `delivery.location_confirmed` for the first drop-off.',
      tag: 'Deliveries',
      scopes: ['deliveries:write'],
      params: DeliveryParams,
      body: ChangeInput,
      success: { 200: DeliveryView },
      refuses: [
        'DELIVERY_NOT_FOUND',
        'DELIVERY_NOT_CHANGEABLE',
        'DELIVERY_CHANGED_TOO_OFTEN',
        'DROPOFF_UNKNOWN',
        'PRICE_CHANGED',
        'OUT_OF_ZONE',
        'PAYMENT_AMOUNT_REFUSED',
        'CITIES_DIFFER',
        'PHONE_NUMBER_INVALID',
        'PROMO_CODE_REFUSED',
        'CUSTOMER_BLOCKED',
        'EXTERNAL_REF_TAKEN',
      ],
    }),
    async (request) => {
      const faults = faultsOf(request.body)
      if (faults.length > 0) throw validationFailed(faults)
      const as = { ...deps, actor: actorOf(request) }
      return bodyFor(request)(await changeDelivery(as, deliveryKeyOf(request), readChange(request.body)))
    },
  )

  app.get<{ Params: { id: string } }>(
    '/deliveries/:id/cancellation',
    operation({
      operationId: 'getCancellation',
      summary: 'What cancelling would cost now',
      description:
        'An extension of Colis. It changes nothing and promises nothing: the courier may arrive meanwhile. POST /deliveries/{id}/cancel cancels.',
      tag: 'Deliveries',
      scopes: ['deliveries:read'],
      params: DeliveryParams,
      success: { 200: CancellationView },
      refuses: ['DELIVERY_NOT_FOUND'],
    }),
    async (request) =>
      cancellationView(await quoteCancellation(deps, deliveryKeyOf(request)), languageOf(request)),
  )
}

/** What the schema cannot say: a position has two coordinates, and only another place has another price. */
function faultsOf({ dropoff = {}, expectedPrice }: ChangeInput): Fault[] {
  const isPlace = dropoff.lat !== undefined || dropoff.lng !== undefined
  const faults = pairedCoordinates('/dropoff', dropoff)
  return expectedPrice === undefined || isPlace ? faults : [...faults, priceWithoutPlace]
}

const priceWithoutPlace: Fault = {
  field: '/expectedPrice',
  rule: 'onlyWithDropoff',
  wording: worded('is only taken with lat and lng in dropoff'),
}
