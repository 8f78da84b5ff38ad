import assert from 'node:assert/strict'
import { checkCourier } from '../../src/domain/couriers/check-courier.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../../src/domain/deliveries/transitions/assign-courier.ts'
import { joinTour } from '../../src/domain/tours/join-tour.ts'
import { stopsOf } from '../../src/domain/tours/tour.ts'
import { listTours } from '../../src/domain/tours/turn-store.ts'
import { eastOfShop } from './courier-work.ts'
import type { TestService, TestShop } from './open-service.ts'

/** A parcel whose customer lives so many metres east of the shop, and whose courier is searched. */
export async function orderTo(shop: TestShop, meters: number, input: object = {}): Promise<DeliveryKey> {
  const made = await shop.order({ dropoff: eastOfShop(meters), ...input })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return { shopId: shop.shopId, id: made.body.id }
}

/** A parcel to each of these doors. */
export async function orderToEach(shop: TestShop, doors: readonly number[], input: object = {}) {
  const keys: DeliveryKey[] = []
  for (const meters of doors) keys.push(await orderTo(shop, meters, input))
  return keys
}

/** Gives a parcel to a courier, in whose tour it takes its place. */
export async function give({ services }: Pick<TestService, 'services'>, key: DeliveryKey, courierId: string) {
  return assignCourier(
    services,
    key,
    await checkCourier(services.db, courierId),
    undefined,
    joinTour(services),
  )
}

/** The stops of a courier in their order. */
export async function courierStops({ services }: Pick<TestService, 'services'>, courierId: string) {
  return stopsOf((await listTours(services.db, [courierId])).get(courierId) ?? [])
}

/** The same as text: what is done there, and the number of the delivery among `keys`. */
export const stopsOfCourier = async (
  service: Pick<TestService, 'services'>,
  courierId: string,
  keys: readonly DeliveryKey[],
): Promise<string[]> =>
  (await courierStops(service, courierId)).map(
    ({ kind, id }) => `${kind} ${keys.findIndex((key) => key.id === id)}`,
  )

/** By when the couriers of these parcels are to be at their doors, in ms since 1970. */
export async function toldOf({ services }: Pick<TestService, 'services'>, keys: readonly DeliveryKey[]) {
  const rows = await services.db
    .selectFrom('courier_turns')
    .select(['courier_turns.delivery_id', 'courier_turns.told_until'])
    .where(
      'courier_turns.delivery_id',
      'in',
      keys.map(({ id }) => id),
    )
    .execute()
  return keys.map(({ id }) => rows.find((row) => row.delivery_id === id)?.told_until?.getTime() ?? null)
}
