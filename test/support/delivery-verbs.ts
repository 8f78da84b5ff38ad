import assert from 'node:assert/strict'
import { ApiError, errorBody } from '../../src/contract/errors.ts'
import type { DeliveryStatus, PaymentStatus } from '../../src/contract/vocabulary.ts'
import { cancelDelivery } from '../../src/domain/deliveries/cancelling/cancel-delivery.ts'
import type { DeliveryRow } from '../../src/domain/deliveries/delivery-row.ts'
import { type DeliveryKey, findDelivery } from '../../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../../src/domain/deliveries/transitions/assign-courier.ts'
import { expireDelivery } from '../../src/domain/deliveries/transitions/expire-delivery.ts'
import { failDelivery } from '../../src/domain/deliveries/transitions/fail-delivery.ts'
import { handOverParcel } from '../../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { locateDelivery } from '../../src/domain/deliveries/transitions/locate-delivery.ts'
import type { DeliveryDeps } from '../../src/domain/deliveries/transitions/move-delivery.ts'
import { pickUpParcel } from '../../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { returnParcel } from '../../src/domain/deliveries/transitions/return-parcel.ts'
import { east, type TestService, type TestShop } from './open-service.ts'
import type { Refusal } from './refusal.ts'

type Verb = (services: DeliveryDeps, key: DeliveryKey, delivery: DeliveryRow) => Promise<DeliveryRow>

export const courier = {
  id: null,
  firstName: 'Afi',
  phone: '+2290197000002',
  vehicleType: 'TRICYCLE',
  plateNumber: null,
} as const

/** Every transition of a delivery, made with whatever it needs: the true codes, a place, a reason. */
export const verbs = {
  locate: (services, key) => locateDelivery(services, key, { ...east, label: 'Maison' }),
  assign: (services, key) => assignCourier(services, key, courier),
  pickUp: (services, key, delivery) => pickUpParcel(services, key, delivery.pickup_code),
  handOver: (services, key, delivery) => handOverParcel(services, key, delivery.confirmation_code),
  fail: (services, key) => failDelivery(services, key, { code: 'REFUSED', words: null }),
  return: (services, key) => returnParcel(services, key),
  cancel: (services, key) => cancelDelivery(services, key, { reason: 'Plus en stock', idempotencyKey: null }),
  expire: (services, key) => expireDelivery(services, key),
} satisfies Record<string, Verb>

export type VerbName = keyof typeof verbs

const pathTo: Record<DeliveryStatus, readonly VerbName[]> = {
  AWAITING_LOCATION: [],
  SEARCHING_COURIER: ['locate'],
  ASSIGNED: ['locate', 'assign'],
  IN_TRANSIT: ['locate', 'assign', 'pickUp'],
  DELIVERED: ['locate', 'assign', 'pickUp', 'handOver'],
  FAILED: ['locate', 'assign', 'pickUp', 'fail'],
  RETURNED: ['locate', 'assign', 'pickUp', 'fail', 'return'],
  CANCELLED: ['cancel'],
  EXPIRED: ['expire'],
}

/** Orders a delivery and brings it to a status by the verbs; `input` changes the plain order. */
export async function bringTo(
  service: TestService,
  shop: TestShop,
  status: DeliveryStatus,
  input: object = {},
): Promise<DeliveryKey> {
  const made = await shop.order(input)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const key = { shopId: shop.shopId, id: made.body.id }
  for (const verb of pathTo[status]) await act(service, key, verb)
  return key
}

/** Makes one transition of a delivery. */
export async function act({ services }: TestService, key: DeliveryKey, verb: VerbName): Promise<DeliveryRow> {
  return verbs[verb](services, key, await rowOf({ services }, key))
}

/** A delivery as the database has it. */
export async function rowOf(
  { services }: Pick<TestService, 'services'>,
  key: DeliveryKey,
): Promise<DeliveryRow> {
  const row = await findDelivery(services.db, key)
  assert.ok(row, `There is no delivery ${key.id}.`)
  return row
}

/** The events of a delivery, in the order of time. */
export async function eventsOf({ services }: Pick<TestService, 'services'>, { shopId, id }: DeliveryKey) {
  return services.db
    .selectFrom('events')
    .select([
      'events.id',
      'events.shop_id',
      'events.delivery_id',
      'events.type',
      'events.body',
      'events.created_at',
    ])
    .where('events.shop_id', '=', shopId)
    .where('events.delivery_id', '=', id)
    .where('events.audience', '=', 'PARTNER')
    .orderBy('events.created_at')
    .orderBy('events.type')
    .execute()
}

/** Holds what a verb throws whole against `refusal`, in both languages. */
export async function assertVerbRefused(
  call: Promise<unknown>,
  { status, code, details, en, fr }: Refusal,
): Promise<void> {
  const error = await call.then(
    () => assert.fail(`Nothing was refused; ${code} was expected.`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw error
  const body = (message: string) => ({ statusCode: status, code, message, ...(details && { details }) })
  assert.deepEqual(errorBody(error, 'en'), body(en))
  assert.deepEqual(errorBody(error, 'fr'), body(fr))
}

/** The refusal of a transition that the table does not have; `from` are the statuses from which it works. */
export const transitionRefused = (status: DeliveryStatus, from: readonly DeliveryStatus[]): Refusal => ({
  status: 409,
  code: 'TRANSITION_REFUSED',
  en: `This is not possible while the delivery has the status ${status}.`,
  fr: `Ce n’est pas possible tant que la livraison a le statut ${status}.`,
  details: { status, from },
})

/** The same for the payment of a delivery of this status; `from` are those of a payment from which it works. */
export const paymentRefused = (
  paymentStatus: PaymentStatus,
  status: DeliveryStatus,
  from: readonly PaymentStatus[],
): Refusal => ({
  status: 409,
  code: 'PAYMENT_TRANSITION_REFUSED',
  en: `This is not possible while the payment is ${paymentStatus}. The delivery has the status ${status}.`,
  fr: `Ce n’est pas possible tant que le paiement est ${paymentStatus}. La livraison a le statut ${status}.`,
  details: { paymentStatus, status, from },
})

/** The statuses of a payment from which a shop confirms or denies it, and asks for it again. */
export const confirmable = ['AWAITING_CUSTOMER', 'AWAITING_MERCHANT'] as const
export const requestable = ['FAILED', 'REFUSED'] as const
