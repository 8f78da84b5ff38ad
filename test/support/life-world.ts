import assert from 'node:assert/strict'
import pg from 'pg'
import { newId } from '../../src/base/kernel/clock.ts'
import { createDelivery } from '../../src/domain/deliveries/create-delivery.ts'
import { deliveryTransitions } from '../../src/domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import {
  type MobileMoneyProvider,
  type OrderOutcome,
  ProviderAway,
} from '../../src/domain/mobile-money/mobile-money-provider.ts'
import { setTariff } from '../../src/domain/pricing/set-tariff.ts'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { addCity } from '../../src/domain/zones/add-city.ts'
import { registerCourier } from './courier-work.ts'
import { center, type TestService, testTariff } from './open-service.ts'
import {
  type Life,
  type LifeOrder,
  type LifeShop,
  type LifeState,
  lifeSteps,
  priceFcfa,
  type Request,
} from './random-life.ts'

/** Random numbers that a seed repeats: from 0 up to, but not including, 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of these. */
export const oneOf = <T>(values: readonly T[], chance: () => number): T =>
  values[Math.floor(chance() * values.length)] as T

/** Statements that the test itself sends, which meet no crash. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

const douala = { lat: 4.05, lng: 9.7 }

/** Two shops of each currency and more, with and without a discount. */
export async function openLifeShops(service: TestService): Promise<LifeShop[]> {
  const { services } = service
  const city = await addCity(services, {
    name: 'Douala',
    country: 'CM',
    timeZone: 'Africa/Douala',
    currency: 'XAF',
    center: douala,
    serviceRadiusMeters: 15_000,
  })
  await setTariff(services, city, testTariff)
  await services.pricing.map.reload()
  await services.pricing.priceList.reload()
  const shops: LifeShop[] = []
  for (const discountPercent of [0, 10, 33]) {
    const { shopId } = await service.openShop({ discountPercent })
    shops.push({ shopId, currency: 'XOF', discountPercent, place: center, phone: '0197000001' })
  }
  for (const discountPercent of [0, 7]) {
    const { shopId } = await service.openShop({
      discountPercent,
      country: 'CM',
      payoutPhone: '+237677000099',
      withoutAddress: true,
    })
    const address = { label: 'Boutique', landmark: 'Akwa', formatted: 'Akwa, Douala', isDefault: true }
    await addPickupAddress(services, { shopId, ...address, ...douala })
    shops.push({ shopId, currency: 'XAF', discountPercent, place: douala, phone: '677000001' })
  }
  return shops
}

/** Trips by the tariff of the tests: 500 for 2 km, 100 for each more that was begun, and what the parcel adds. */
const trips = [
  { east: 0, size: 'SMALL', fragile: false, tripFcfa: 500 },
  { east: 0.02, size: 'SMALL', fragile: false, tripFcfa: 600 },
  { east: 0.02, size: 'SMALL', fragile: true, tripFcfa: 725 },
  { east: 0.02, size: 'LARGE', fragile: false, tripFcfa: 900 },
] as const
type LifeTrip = (typeof trips)[number]

const terms = [
  { mode: 'PREPAID', collection: 'SECURE', feePayer: 'CUSTOMER', goods: [0] },
  { mode: 'PREPAID', collection: 'DIRECT', feePayer: 'MERCHANT', goods: [4_000] },
  { mode: 'CASH_ON_DELIVERY', collection: 'DIRECT', feePayer: 'CUSTOMER', goods: [8_000] },
  { mode: 'CASH_ON_DELIVERY', collection: 'DIRECT', feePayer: 'MERCHANT', goods: [700] },
  {
    mode: 'CASH_ON_DELIVERY',
    collection: 'SECURE',
    feePayer: 'CUSTOMER',
    goods: [0, 1, 6_667, 12_345, 990_001],
  },
  {
    mode: 'CASH_ON_DELIVERY',
    collection: 'SECURE',
    feePayer: 'MERCHANT',
    goods: [0, 150, 700, 20_001, 333_333],
  },
] as const

export type Model = { order: LifeOrder; trip: LifeTrip }

/** Every kind of order that lives are made of. */
export const modelsOf = (shops: readonly LifeShop[]): Model[] =>
  shops.flatMap((shop) =>
    trips.flatMap((trip) =>
      terms.flatMap(({ goods, ...term }) =>
        goods.map((goodsFcfa) => ({ trip, order: { ...term, shop, goodsFcfa, tripFcfa: trip.tripFcfa } })),
      ),
    ),
  )

/** Orders a delivery by the verb; its price is the one worked out by hand. */
export async function orderLife(
  { services }: Pick<TestService, 'services'>,
  { order, trip }: Model,
  idempotencyKey: string,
): Promise<{ key: DeliveryKey; reference: string }> {
  const { shop, mode, collection, feePayer, goodsFcfa } = order
  const { delivery } = await createDelivery(services, {
    shopId: shop.shopId,
    idempotencyKey,
    input: {
      dropoff: { lat: shop.place.lat, lng: shop.place.lng + trip.east },
      customer: { lastName: 'Dossou', firstName: 'Afi', phone: shop.phone },
      parcel: { category: 'FASHION', size: trip.size, fragile: trip.fragile },
      payment: { mode, collection, feePayer, goodsAmount: goodsFcfa },
    },
  })
  assert.deepEqual([delivery.price_fcfa, delivery.currency], [priceFcfa(order), shop.currency])
  return { key: { shopId: delivery.shop_id, id: delivery.id }, reference: delivery.reference }
}

/** Many couriers like one that is registered. */
export async function registerCouriers(service: TestService, query: Query, count: number): Promise<string[]> {
  const first = await registerCourier(service)
  const rows = await query<{ id: string }>(
    `insert into couriers
    select copied.*
    from generate_series(1, $2::integer) as number
    cross join (select * from couriers where id = $1) as first
    cross join lateral jsonb_populate_record(first::couriers, jsonb_build_object(
      'id', gen_random_uuid(), 'phone', '+2299' || lpad(number::text, 7, '0'))) as copied
    returning id`,
    [first, count],
  )
  return rows.map(({ id }) => id)
}

/** How far a delivery has come when its life begins by a copy: nothing is booked so early. */
export const stages = ['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'] as const
export type Stage = (typeof stages)[number] | 'ENDED'

/** The event that says of a delivery that it came to its status. */
const eventOfStatus = {
  ...Object.fromEntries(Object.values(deliveryTransitions).map(({ to, emits }) => [to, emits])),
  SEARCHING_COURIER: 'delivery.created',
}

/** Keeps each delivery as it is now, and the event of its status, to begin lives from. */
export const keepTemplates = (query: Query, lives: readonly Life[], stage: Stage): Promise<unknown> =>
  query(
    `insert into life_templates (model, stage, delivery, event)
    select wanted.model, $3::text, to_jsonb(deliveries), to_jsonb(events)
    from unnest($1::uuid[], $2::integer[]) as wanted (id, model)
    join deliveries on deliveries.id = wanted.id
    join events on events.shop_id = deliveries.shop_id and events.delivery_id = deliveries.id
      and events.type = $4::jsonb ->> deliveries.status`,
    [lives.map(({ key }) => key.id), lives.map(({ model }) => model), stage, JSON.stringify(eventOfStatus)],
  )

export const makeTemplateTable = `
  create table life_templates (
    model integer not null, stage text not null, delivery jsonb not null, event jsonb not null,
    primary key (model, stage))`

/** Begins lives by copies of deliveries that the verbs brought to a stage, each with its own ids and courier. */
export async function copyLives(
  query: Query,
  copies: readonly { life: Life; stage: Stage }[],
  now: Date,
): Promise<void> {
  for (const { life } of copies) Object.assign(life.key, { id: newId(now) })
  await query(
    `with wanted as (
      select * from unnest($1::integer[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[])
        as wanted (model, stage, id, event_id, reference, courier_id)
    ), made as (
      insert into deliveries
      select copied.*
      from wanted
      join life_templates on life_templates.model = wanted.model and life_templates.stage = wanted.stage
      cross join lateral jsonb_populate_record(null::deliveries, life_templates.delivery || jsonb_build_object(
        'id', wanted.id, 'reference', wanted.reference, 'idempotency_key', wanted.reference, 'created_at', $7::timestamptz,
        'courier_id', case when life_templates.delivery ->> 'courier_phone' is null then null else wanted.courier_id end,
        'ended_at', case when wanted.stage = 'ENDED' and life_templates.delivery ->> 'ended_at' is not null
          then $7::timestamptz end)) as copied
    )
    insert into events
    select copied.*
    from wanted
    join life_templates on life_templates.model = wanted.model and life_templates.stage = wanted.stage
    cross join lateral jsonb_populate_record(null::events, life_templates.event || jsonb_build_object(
      'id', wanted.event_id, 'delivery_id', wanted.id, 'subject_id', wanted.id, 'body', '{}',
      'created_at', $7::timestamptz)) as copied`,
    [
      copies.map(({ life }) => life.model),
      copies.map(({ stage }) => stage),
      copies.map(({ life }) => life.key.id),
      copies.map(() => newId(now)),
      copies.map(({ life }) => life.reference),
      copies.map(({ life }) => life.courierId),
      now,
    ],
  )
}

/** Deliveries as they are now, by their ids. */
export async function readStates(query: Query, lives: readonly Life[]): Promise<Map<string, LifeState>> {
  const rows = await query<LifeState & { id: string }>(
    `select
      deliveries.id, deliveries.status, deliveries.payment_status as "paymentStatus",
      deliveries.arrived_at_pickup_at is not null as "hasArrived", deliveries.pickup_code as "pickupCode",
      deliveries.confirmation_code as "confirmationCode",
      (select count(*) from payment_requests
        where payment_requests.shop_id = deliveries.shop_id and payment_requests.delivery_id = deliveries.id)::integer
        as requests
    from deliveries
    where deliveries.id = any($1::uuid[])`,
    [lives.map(({ key }) => key.id)],
  )
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** The step that a life takes next, if any. */
export const nextStepOf = (life: Life, state: LifeState, at: number) =>
  Object.values(lifeSteps).find(({ isNext }) => isNext(life, state, at))

/** What customers do when they are asked to pay, with how many of ten do it, and after how many minutes. */
const behaviours = [
  { of10: 5, answer: 'PAID', minutes: [0, 9] },
  { of10: 1, answer: 'REFUSED', minutes: [0, 9] },
  { of10: 1, answer: 'FAILED', minutes: [0, 9] },
  { of10: 1, answer: 'PAID', minutes: [9, 30] },
  { of10: 1, answer: 'PAID', minutes: [30, 20 * 60] },
  { of10: 1, answer: 'REFUSED', minutes: [60 * 24 * 365, 60 * 24 * 365] },
] as const
const drawn = behaviours.flatMap((behaviour) =>
  Array<(typeof behaviours)[number]>(behaviour.of10).fill(behaviour),
)
const silent = behaviours[5]

/**
 * A provider whose customers pay in time, late, or never, and which loses requests and answers, or does not answer at
 * all. What a customer does follows from the seed, whatever the order in which requests arrive.
 */
export function unreliableProvider(
  { now, seed }: { now: () => Date; seed: number },
  lifeOf: (reference: string) => Life | undefined,
): MobileMoneyProvider {
  const chance = seeded(seed)
  const asked = new Map<string, Request>()
  /** A call is lost before it has had its effect, or its answer after it. */
  async function maybeLose(): Promise<void> {
    if (chance() < 0.02) throw new ProviderAway('The line was lost.')
    if (chance() < 0.002) await new Promise(() => {})
  }
  const pays = () => Promise.reject(new Error('Nothing is paid out in these lives.'))
  return {
    name: 'unreliable',
    payOut: pays,
    payoutStatus: pays,
    requestToPay: async ({ id, amountFcfa, reference }) => {
      await maybeLose()
      const life = lifeOf(reference)
      if (life && !asked.has(id)) {
        const answers = seeded(seed + life.number * 100 + life.requests.length)
        answers()
        const { answer, minutes } = life.isSimulated ? silent : oneOf(drawn, answers)
        const afterMs = (minutes[0] + answers() * (minutes[1] - minutes[0])) * 60_000
        const request = { id, amountFcfa, answer, answersAt: new Date(now().getTime() + afterMs) }
        asked.set(id, request)
        life.requests.push(request)
      }
      await maybeLose()
      return { state: 'PENDING' }
    },
    paymentStatus: async ({ id }) => {
      await maybeLose()
      const request = asked.get(id)
      if (!request) return { state: 'UNKNOWN' }
      return request.answersAt <= now() ? outcomes[request.answer] : { state: 'PENDING' }
    },
  }
}

const outcomes: Record<Request['answer'], OrderOutcome> = {
  PAID: { state: 'PAID' },
  REFUSED: { state: 'REFUSED', reason: 'PAYER_REFUSED' },
  FAILED: { state: 'REFUSED', reason: 'PROVIDER_FAILED' },
}

/** Statements of the test on a connection of its own, or those of the embedded database. */
export async function openQuery(
  url: string,
  service: TestService,
): Promise<{ query: Query; close(): Promise<void> }> {
  if (!url.startsWith('postgres')) {
    const { withSession } = service.services.database
    return {
      query: (text, values) => withSession((session) => session.query(text, values)),
      close: async () => {},
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
    close: () => client.end(),
  }
}
