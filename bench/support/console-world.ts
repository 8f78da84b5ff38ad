import { randomBytes, randomUUID } from 'node:crypto'
import { insertMembership } from '../../src/domain/accounts/membership-store.ts'
import { makeOlderDeliveriesSearchable } from '../../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { createShop } from '../../src/domain/shops/create-shop.ts'
import { temporaryFolder } from './processes.ts'
import { seedWorld, withClient, zonePoints } from './seed.ts'
import { openWebhookWorld, type WebhookWorld } from './webhook-world.ts'

/** A database of shops with their members, and the large shop whose pages are measured. */
export type ConsoleWorld = {
  /** What the service is started with. */
  env: Record<string, string>
  url: string
  /** The verbs, in this process. */
  world: WebhookWorld
  shopId: string
  cookie: string
}

/**
 * A shop with `count` deliveries of half a year, most of them delivered, to 8,000 customers, paid in every way; their
 * histories; and 50 endpoints with 60,000 attempts. Then what autovacuum would do.
 */
export async function openConsoleWorld(url: string, count: number): Promise<ConsoleWorld> {
  const { cityId, large } = await seedWorld(url)
  const env = {
    DATABASE_URL: url,
    DATA_FOLDER: temporaryFolder(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SEED_DEMO: 'false',
  }
  await withClient(url, async (client) => {
    for (let done = 0; done < count; done += 25_000)
      await client.query(insertDeliveries, [
        large.shopId,
        cityId,
        done,
        Math.min(25_000, count - done),
        count,
      ])
    await client.query(insertHistory, [large.shopId])
    await client.query(enqueueSearchTerms)
    await client.query(insertEndpoints, [large.shopId])
    await client.query(insertAttempts, [large.shopId, 60_000])
  })
  const world = await openWebhookWorld(env)
  while (await makeOlderDeliveriesSearchable(world.services));
  await withClient(url, (client) => client.query('vacuum analyze'))
  return { env, url, world, shopId: large.shopId, cookie: await signIn(world, large.shopId) }
}

/** Makes an account that owns a shop, and begins a session of it; returns the `Cookie` header. */
export async function signIn({ services }: WebhookWorld, shopId: string): Promise<string> {
  const { db, clock, auth } = services
  const [id, now] = [randomUUID(), clock.now()]
  const dated = { created_at: now, updated_at: now }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('accounts')
      .values({ id, name: 'Afi Dossou', phone: null, email: `${id}@boutique.test`, ...dated })
      .execute()
    await insertMembership(trx, { shopId, accountId: id, role: 'OWNER' }, now)
  })
  const cookies = await auth.beginSession(id, 'bench')
  return cookies.map((line) => line.split(';')[0]).join('; ')
}

/** Opens another shop, which can order. */
export async function openShop({ services }: WebhookWorld): Promise<string> {
  const { id: shopId } = await createShop(services, {
    name: 'Boutique',
    country: 'BJ',
    defaultCollection: 'SECURE',
    payoutPhone: '+2290197000099',
    discountPercent: 0,
  })
  const address = { label: 'Boutique', landmark: 'En face du marché', formatted: 'Ganhi, Cotonou' }
  const place = zonePoints[75] ?? { lat: 6.35, lng: 2.37 }
  await addPickupAddress(services, { shopId, ...address, ...place, isDefault: true })
  return shopId
}

const firstNames = 'Afi,Koffi,Akouvi,Kossi,Ablavi,Yao,Essi,Komlan,Adjoa,Mawuli,Fatou,Ibrahim,Chantal,Rachidi'
const lastNames =
  'Dossou,Mensah,Agbodjan,Hounkpatin,Adjovi,Kouassi,Koné,Traoré,Amoussou,Gnassingbé,Sossa,Zinsou,Ahouansou'

/** The newest 400 are under way; of the others nine in ten were delivered. */
const insertDeliveries = `
  insert into deliveries (
    shop_id, id, reference, external_ref, idempotency_key, body_sha256, status, created_at, ended_at, city_id,
    customer_last_name, customer_first_name, customer_phone,
    pickup_label, pickup_landmark, pickup_lat, pickup_lng,
    dropoff_label, dropoff_landmark, dropoff_lat, dropoff_lng,
    parcel_category, parcel_size, parcel_fragile, instructions,
    payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status, paid_at,
    price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code,
    courier_first_name, courier_phone, courier_vehicle_type, courier_plate_number, failure_code)
  select
    $1, (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
    'COL-' || lpad(upper(to_hex(number)), 6, '0'), case when number % 3 > 0 then 'CMD-' || number end,
    'order-' || number, md5(number::text) || md5(number::text), status, at,
    case when status in ('DELIVERED', 'CANCELLED', 'RETURNED', 'EXPIRED') then at + interval '1 hour' end, $2,
    (string_to_array('${lastNames}', ','))[1 + customer % 13],
    (string_to_array('${firstNames}', ','))[1 + customer % 14],
    '+22901' || (90000000 + customer * 317),
    'Boutique', 'En face du marché', 6.35, 2.37,
    'Maison', (string_to_array('Portail bleu,Près de la pharmacie,Derrière l’école,Carrefour des trois banques', ','))[1 + number % 4],
    6.31 + (number % 80) * 0.001, 2.31 + (number % 130) * 0.001,
    (array['FASHION', 'FOOD', 'ELECTRONICS', 'OTHER'])[1 + number % 4],
    (array['SMALL', 'MEDIUM', 'LARGE'])[1 + number % 3], number % 9 = 0,
    case when number % 5 = 0 then 'Appeler en arrivant' end,
    case when number % 3 = 0 then 'PREPAID' else 'CASH_ON_DELIVERY' end,
    case when number % 3 = 0 then 0 else 1000 + number % 400 * 100 end, 'CUSTOMER',
    case when number % 4 = 1 then 'DIRECT' else 'SECURE' end,
    case
      when number % 3 = 0 then 'NOT_DUE' when status = 'DELIVERED' then 'PAID'
      when status = 'IN_TRANSIT' and number % 4 = 1 then 'AWAITING_MERCHANT'
      when status = 'IN_TRANSIT' then 'AWAITING_CUSTOMER' else 'NOT_REQUESTED' end,
    case when number % 3 > 0 and status = 'DELIVERED' then at + interval '1 hour' end,
    800 + number % 12 * 100, false,
    '{"tariffVersion":1,"rule":"DISTANCE","distanceMeters":5400,"distanceSource":"GREAT_CIRCLE","lines":[{"line":"BASE","exactFcfa":1100,"amountFcfa":1100}],"discounts":[]}',
    225, '1234', '4321', carrier.name, carrier.phone, carrier.vehicle, carrier.plate,
    case when status in ('FAILED', 'RETURNED') then 'REFUSED' end
  from (
    select number, at, customer, lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') as ms,
      case
        when number > $5::integer - 400 then
          (array['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'])[1 + number % 5]
        when number % 25 = 0 then 'CANCELLED' when number % 40 = 1 then 'FAILED' when number % 60 = 2 then 'RETURNED'
        when number % 70 = 3 then 'EXPIRED' else 'DELIVERED' end as status
    from (
      select $3::integer + i as number, ($3::integer + i) * 7919 % 8000 as customer,
        date_trunc('milliseconds', now()) - ($5::integer - $3::integer - i) * interval '155 seconds' as at
      from generate_series(1, $4::integer) as i
    ) as drawn
  ) as orders
  left join lateral (
    select 'Koffi' as name, '+2290197000002' as phone, 'MOTO' as vehicle, 'AB 1234' as plate
    where status not in ('AWAITING_LOCATION', 'SEARCHING_COURIER', 'CANCELLED', 'EXPIRED')
  ) as carrier on true`

/** What a version without the search left: the deliveries so far are indexed by the service itself. */
const enqueueSearchTerms = `
  insert into delivery_search_backlog (after_shop_id, after_delivery_id)
  values ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000')
  on conflict do nothing`

const insertHistory = `
  insert into delivery_history (shop_id, delivery_id, version, status, occurred_at)
  select deliveries.shop_id, deliveries.id, step.version, step.status, deliveries.created_at + step.version * interval '9 minutes'
  from deliveries
  cross join unnest(array['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'])
    with ordinality as step (status, version)
  where deliveries.shop_id = $1
    and step.version <= coalesce(array_position(
      array['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'], deliveries.status), 3)`

/** Paused, so that nothing is sent to them while pages are measured. */
const insertEndpoints = `
  insert into webhook_endpoints (shop_id, id, url, sealed_secret, failing_since, paused_at, created_at)
  select $1, gen_random_uuid(), 'https://boutique-' || number || '.bj/colis', 'sealed',
    case when number % 25 = 0 then now() end, now(), now()
  from generate_series(1, 50) as number`

const insertAttempts = `
  insert into webhook_attempts (
    shop_id, id, endpoint_id, event_id, event_type, attempt, trigger, started_at, duration_ms, http_status)
  select $1, (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
    endpoint.id, gen_random_uuid(), 'delivery.delivered', 1, 'SCHEDULED', at, 120,
    case when number % 20 = 0 then 500 else 200 end
  from (
    select number, at, lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') as ms
    from generate_series(1, $2::integer) as number,
      lateral (select date_trunc('milliseconds', now()) - number * interval '40 seconds' as at) as times
  ) as drawn
  join (
    select id, row_number() over (order by id) as place from webhook_endpoints where shop_id = $1
  ) as endpoint on endpoint.place = 1 + drawn.number % 50`
