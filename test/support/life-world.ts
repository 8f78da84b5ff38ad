import assert from 'node:assert/strict'
import pg from 'pg'
import { newId } from '../../src/base/kernel/clock.ts'
import type { Collection, Currency, FeePayer, PaymentMode } from '../../src/contract/vocabulary.ts'
import { deliveryTransitions } from '../../src/domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import { createDelivery } from '../../src/domain/deliveries/order/create-delivery.ts'
import { setTariff } from '../../src/domain/pricing/set-tariff.ts'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { addCity } from '../../src/domain/zones/add-city.ts'
import { registerCourier } from './courier-work.ts'
import { center, type TestService, testTariff } from './open-service.ts'
import { insertPromo } from './promo-code.ts'
import {
  type Life,
  type LifeOrder,
  type LifePromo,
  type LifeShop,
  type LifeState,
  lifeSteps,
  priceFcfa,
} from './random-life.ts'

/** Statements that the test itself sends, which meet no crash. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

const douala = { lat: 4.05, lng: 9.7 }

/** Shops of each currency, on which terms each is paid out, and whether it pays its trips first. */
const shopTerms = [
  { currency: 'XOF', discountPercent: 0, payoutRhythm: 'AT_ONCE', payoutMinimumFcfa: 1 },
  {
    currency: 'XOF',
    discountPercent: 10,
    payoutRhythm: 'DAILY',
    payoutMinimumFcfa: 1_000,
    payoutNetsFees: true,
  },
  {
    currency: 'XOF',
    discountPercent: 33,
    payoutRhythm: 'WEEKLY',
    payoutMinimumFcfa: 50_000,
    payoutNetsFees: true,
  },
  {
    currency: 'XAF',
    discountPercent: 0,
    payoutRhythm: 'AT_ONCE',
    payoutMinimumFcfa: 5_000,
    payoutNetsFees: true,
    maxOwedFcfa: 0,
  },
  { currency: 'XAF', discountPercent: 7, payoutRhythm: 'DAILY', payoutMinimumFcfa: 1_000 },
  { currency: 'XOF', discountPercent: 20, payoutRhythm: 'AT_ONCE', payoutMinimumFcfa: 1, maxOwedFcfa: 0 },
] as const

/** What promo codes take off a trip. A shop bears only what names it. */
const promoTerms: readonly LifePromo[] = [
  { code: 'DIX', percent: 10, amountFcfa: null, bearer: 'SERVICE' },
  { code: 'BOUTIQUE', percent: null, amountFcfa: 450, bearer: 'SHOP' },
]

/** The shops, and the promo codes that all of them may use. */
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
  for (const [number, { currency, ...terms }] of shopTerms.entries()) {
    const isBenin = currency === 'XOF'
    const payoutPhone = payoutPhoneOf(currency, number)
    const { shopId } = await service.openShop({
      ...terms,
      payoutPhone,
      ...(!isBenin && { country: 'CM', withoutAddress: true }),
    })
    const place = isBenin ? center : douala
    const phone = isBenin ? '0197000001' : '677000001'
    shops.push({
      payoutNetsFees: false,
      paysFirst: 'maxOwedFcfa' in terms,
      ...terms,
      ...{ shopId, currency, place, phone, payoutPhone },
      tripPhone: payoutPhoneOf(currency, 80 + number),
    })
    const address = { label: 'Boutique', landmark: 'Akwa', formatted: 'Akwa, Douala', isDefault: true }
    if (!isBenin) await addPickupAddress(services, { shopId, ...address, ...douala })
  }
  for (const promo of promoTerms)
    await insertPromo(service, {
      ...promo,
      shopIds: promo.bearer === 'SHOP' ? shops.map(({ shopId }) => shopId) : null,
    })
  return shops
}

/** A number that receives sales; each shop has its own. */
export const payoutPhoneOf = (currency: Currency, number: number): string =>
  currency === 'XOF'
    ? `+2290197${String(100 + number).padStart(6, '0')}`
    : `+237677${String(100 + number).padStart(6, '0')}`

/**
 * Trips by the tariff of the tests: 500 for 2 km, 100 for each more that was begun, and what the parcel adds; a second try is
 * half of each, rounded up to 25.
 */
const trips = [
  { east: 0, size: 'SMALL', fragile: false, tripFcfa: 500, againFcfa: 250 },
  { east: 0.02, size: 'SMALL', fragile: false, tripFcfa: 600, againFcfa: 300 },
  { east: 0.02, size: 'SMALL', fragile: true, tripFcfa: 725, againFcfa: 375 },
  { east: 0.02, size: 'LARGE', fragile: false, tripFcfa: 900, againFcfa: 450 },
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
  shops
    .flatMap((shop) =>
      trips.flatMap((trip) =>
        terms.flatMap(({ goods, ...term }) => goods.map((goodsFcfa) => ({ shop, trip, ...term, goodsFcfa }))),
      ),
    )
    .map(({ trip, ...order }, number) => ({
      trip,
      order: { ...order, tripFcfa: trip.tripFcfa, againFcfa: trip.againFcfa, promo: promoOf(number) },
    }))

/** Of three orders in a row, one has no promo code, one that the service bears, and one that the shop does. */
const promoOf = (number: number): LifePromo | null => promoTerms[(number % 3) - 1] ?? null

/** Orders a delivery by the verb; its price is the one worked out by hand. */
export async function orderLife(
  { services }: Pick<TestService, 'services'>,
  { order, trip }: Model,
  idempotencyKey: string,
): Promise<{ key: DeliveryKey; reference: string }> {
  const { shop, mode, collection, feePayer, goodsFcfa, promo } = order
  const { delivery } = await createDelivery(services, {
    shopId: shop.shopId,
    idempotencyKey,
    input: {
      dropoff: { lat: shop.place.lat, lng: shop.place.lng + trip.east },
      customer: { lastName: 'Dossou', firstName: 'Afi', phone: shop.phone },
      parcel: { category: 'FASHION', size: trip.size, fragile: trip.fragile },
      payment: { mode, collection, feePayer, goodsAmount: goodsFcfa },
      ...(promo && { promoCode: promo.code }),
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
export type Stage = (typeof stages)[number]

/** The event that says of a delivery that it came to its status. */
const eventOfStatus = {
  ...Object.fromEntries(
    Object.values(deliveryTransitions).flatMap(({ to, emits }) => (emits ? [[to, emits]] : [])),
  ),
  SEARCHING_COURIER: 'delivery.created',
}

/** Keeps each delivery as it is now, with the event of its status and that of its trip, to begin lives from. */
export const keepTemplates = (query: Query, lives: readonly Life[], stage: Stage): Promise<unknown> =>
  query(
    `insert into life_templates (model, stage, delivery, event, trip_event)
    select wanted.model, $3::text, to_jsonb(deliveries), to_jsonb(events), to_jsonb(trips)
    from unnest($1::uuid[], $2::integer[]) as wanted (id, model)
    join deliveries on deliveries.id = wanted.id
    join events on events.shop_id = deliveries.shop_id and events.delivery_id = deliveries.id
      and events.type = $4::jsonb ->> deliveries.status
    left join events as trips on trips.shop_id = deliveries.shop_id and trips.delivery_id = deliveries.id
      and trips.type = 'payment.trip_due'`,
    [lives.map(({ key }) => key.id), lives.map(({ model }) => model), stage, JSON.stringify(eventOfStatus)],
  )

export const makeTemplateTable = `
  create table life_templates (
    model integer not null, stage text not null, delivery jsonb not null, event jsonb not null, trip_event jsonb,
    primary key (model, stage))`

/** How long a shop has to pay a trip that it pays first. */
const tripMinutes = 15

/** Begins lives by copies of deliveries that the verbs brought to a stage, each with its own ids and courier. */
export async function copyLives(
  query: Query,
  copies: readonly { life: Life; stage: Stage }[],
  now: Date,
): Promise<void> {
  for (const { life } of copies) Object.assign(life.key, { id: newId(now) })
  await query(
    `with wanted as (
      select * from unnest($1::integer[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $8::uuid[])
        as wanted (model, stage, id, event_id, reference, courier_id, trip_event_id)
    ), made as (
      insert into deliveries
      select copied.*
      from wanted
      join life_templates on life_templates.model = wanted.model and life_templates.stage = wanted.stage
      cross join lateral jsonb_populate_record(null::deliveries, life_templates.delivery || jsonb_build_object(
        'id', wanted.id, 'reference', wanted.reference, 'idempotency_key', wanted.reference, 'created_at', $7::timestamptz,
        'trip_due_at', case when life_templates.trip_event is not null
          then $7::timestamptz + interval '${tripMinutes} minutes' end,
        'courier_id', case when life_templates.delivery ->> 'courier_phone' is null then null else wanted.courier_id end
        )) as copied
    )
    insert into events
    select copied.*
    from wanted
    join life_templates on life_templates.model = wanted.model and life_templates.stage = wanted.stage
    cross join lateral (values
      (life_templates.event, wanted.event_id), (life_templates.trip_event, wanted.trip_event_id)
    ) as told (event, id)
    cross join lateral jsonb_populate_record(null::events, told.event || jsonb_build_object(
      'id', told.id, 'delivery_id', wanted.id, 'subject_id', wanted.id, 'body', '{}',
      'created_at', $7::timestamptz)) as copied
    where told.event is not null`,
    [
      copies.map(({ life }) => life.model),
      copies.map(({ stage }) => stage),
      copies.map(({ life }) => life.key.id),
      copies.map(() => newId(now)),
      copies.map(({ life }) => life.reference),
      copies.map(({ life }) => life.courierId),
      now,
      copies.map(() => newId(now)),
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
      deliveries.status = 'CANCELLED' and deliveries.payment_status in ('REFUSED', 'FAILED')
        and deliveries.trip_due_at is not null and not exists (
          select from delivery_history
          where delivery_history.shop_id = deliveries.shop_id and delivery_history.delivery_id = deliveries.id
            and delivery_history.status = 'IN_TRANSIT') as "isTripUnpaid",
      deliveries.ended_at is not null as "hasEnded",
      (
        select again.status from deliveries as again
        where again.shop_id = deliveries.shop_id and again.id = deliveries.second_try_id
      ) as tried,
      (
        select count(*)::integer from deliveries as again
        where again.shop_id = deliveries.shop_id and again.second_try_of = deliveries.id
      ) as "timesTried",
      asked.*
    from deliveries
    cross join lateral (
      select
        count(*) filter (where payment_requests.payer = 'CUSTOMER')::integer as requests,
        count(*) filter (where payment_requests.payer = 'SENDER')::integer as "tripRequests",
        coalesce(bool_or(payment_requests.state in ('DUE', 'ASKED')) filter (where payment_requests.payer = 'SENDER'), false)
          as "isTripAsked"
      from payment_requests
      where payment_requests.shop_id = deliveries.shop_id and payment_requests.delivery_id = deliveries.id
    ) as asked
    where deliveries.id = any($1::uuid[])`,
    [lives.map(({ key }) => key.id)],
  )
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** The step that a life takes next, if any, at this step of the clock. */
export const nextStepOf = (life: Life, state: LifeState, at: number) =>
  Object.values(lifeSteps).find(({ isNext }) => isNext(life, state, at - life.beganAt))

/** A second try that was asked for, as the database has it. */
export type MadeTry = {
  shopId: string
  id: string
  reference: string
  firstId: string
  mode: PaymentMode
  collection: Collection
  feePayer: FeePayer
  goodsFcfa: number
  priceFcfa: number
}

/** The second tries of these lives that are none of `known`, in the order in which they were asked for. */
export const listMadeTries = (
  query: Query,
  lives: readonly Life[],
  known: readonly Life[],
): Promise<MadeTry[]> =>
  query(
    `select shop_id as "shopId", id, reference, second_try_of as "firstId", payment_mode as mode, collection,
      fee_payer as "feePayer", goods_amount_fcfa as "goodsFcfa", price_fcfa as "priceFcfa"
    from deliveries
    where second_try_of = any($1::uuid[]) and id <> all($2::uuid[])
    order by id`,
    [lives, known].map((each) => each.map(({ key }) => key.id)),
  )

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
