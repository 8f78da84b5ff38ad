import assert from 'node:assert/strict'
import type { Point } from '../../src/base/kernel/point.ts'
import { addCourier, type NewCourier } from '../../src/domain/couriers/add-courier.ts'
import { reportPosition } from '../../src/domain/couriers/report-position.ts'
import { setDuty } from '../../src/domain/couriers/set-duty.ts'
import {
  enqueueSearches,
  makeDueRounds,
  type SearchDeps,
} from '../../src/domain/matching/make-search-rounds.ts'
import { readScreen } from '../../src/domain/matching/read-screen.ts'
import { findCities } from '../../src/domain/zones/zone-store.ts'
import { consumeAll } from './event-work.ts'
import { center, type TestService } from './open-service.ts'

let registered = 0

/** A courier of Cotonou on a motorcycle, off duty; `courier` says what differs. */
export async function registerCourier(
  { services }: Pick<TestService, 'services'>,
  { city = 'Cotonou', ...courier }: Partial<NewCourier> & { city?: string } = {},
): Promise<string> {
  const cities = await findCities(services.db, city)
  registered += 1
  const { id } = await addCourier(services, {
    firstName: 'Koffi',
    lastName: 'Ahouansou',
    phone: `+22901${String(40_000_000 + registered)}`,
    vehicleType: 'MOTO',
    plateNumber: null,
    cityIds: cities.map((each) => each.id),
    ...courier,
  })
  return id
}

/** A courier on duty who has just said where they are. */
export async function courierAt(
  service: Pick<TestService, 'services'>,
  place: Point,
  courier: Parameters<typeof registerCourier>[1] = {},
): Promise<string> {
  const id = await registerCourier(service, courier)
  await setDuty(service.services, id, true)
  await reportPosition(service.services, id, { ...place, accuracyMeters: 12 })
  return id
}

/** A point so many metres east of the shops' pickup address. */
export const eastOfShop = (meters: number): Point => ({
  lat: center.lat,
  lng: center.lng + meters / (111_195 * Math.cos((center.lat * Math.PI) / 180)),
})

/** Hands on every event and makes the rounds that are due; what goes wrong fails the test. */
export async function searchOnce({ services }: TestService, more: Partial<SearchDeps> = {}): Promise<void> {
  await consumeAll(services, enqueueSearches(services))
  const reportedErrors: unknown[] = []
  await makeDueRounds({ ...services, onError: (_, error) => reportedErrors.push(error), ...more })
  assert.deepEqual(reportedErrors, [])
}

/** What a courier on duty can accept at `at`. */
export async function openOffersOf({ services }: Pick<TestService, 'services'>, courierId: string, at: Date) {
  return (await readScreen(services, courierId, at))?.offers ?? []
}

/** Everything that was offered of a delivery, by round and distance. */
export async function offersOf({ services }: Pick<TestService, 'services'>, deliveryId: string) {
  return services.db
    .selectFrom('courier_offers')
    .select([
      'courier_offers.courier_id as courierId',
      'courier_offers.round',
      'courier_offers.distance_meters as distanceMeters',
    ])
    .where('courier_offers.delivery_id', '=', deliveryId)
    .orderBy('courier_offers.round')
    .orderBy('courier_offers.distance_meters')
    .execute()
}
