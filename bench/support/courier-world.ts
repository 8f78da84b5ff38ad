import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { systemClock } from '../../src/base/kernel/clock.ts'
import type { Point } from '../../src/base/kernel/point.ts'
import { fillShop, seedWorld, type World, withClient } from './seed.ts'

export type CourierWorld = World & { courierIds: string[]; places: Point[] }

/** Middle of the bench's city; nine couriers in ten are within 7 km of it, more of them the nearer. */
const middle = { lat: 6.35, lng: 2.375 }

/**
 * The bench's city with `count` couriers on duty, crowded towards its middle, all with a recent position;
 * some hundreds of them carry a parcel. Then what autovacuum would do.
 */
export async function seedCouriers(url: string, count: number): Promise<CourierWorld> {
  const world = await seedWorld(url)
  await fillShop(url, world, world.large, 20_000)
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; lat: number; lng: number }>(insertCouriers, [
      count,
      world.cityId,
      middle.lat,
      middle.lng,
      systemClock.now(),
    ])
    await client.query(giveParcels)
    for (const table of ['couriers', 'courier_cities', 'courier_positions', 'deliveries'])
      await client.query(`vacuum analyze ${table}`)
    return {
      ...world,
      courierIds: rows.map(({ id }) => id),
      places: rows.map(({ lat, lng }) => ({ lat, lng })),
    }
  })
}

const insertCouriers = `
  with drawn as (
    select
      gen_random_uuid() as id, number,
      $3::double precision + 0.07 * sqrt(-ln(1 - random())) * cos(2 * pi() * random()) * 0.6 as lat,
      $4::double precision + 0.07 * sqrt(-ln(1 - random())) * sin(2 * pi() * random()) * 0.6 as lng
    from generate_series(1, $1::integer) as number
  ), made as (
    insert into couriers (id, first_name, last_name, phone, vehicle_type, on_duty_since, created_at)
    select id, 'Koffi', 'Mensah', '+22901' || (50000000 + number),
      case when number % 10 = 0 then 'TRICYCLE' when number % 25 = 1 then 'CAR' else 'MOTO' end, $5, $5
    from drawn
  ), placed as (
    insert into courier_cities (city_id, courier_id) select $2::uuid, id from drawn
  ), located as (
    insert into courier_positions (courier_id, cell, lat, lng, accuracy_meters, reported_at)
    select id, (floor(lat * 100)::integer + 9000) * 36000 + floor(lng * 100)::integer + 18000, lat, lng, 12, $5
    from drawn
  )
  select id, lat, lng from drawn order by number`

/** Signs every courier in, as of now; answers the `Cookie` header of each, in the order of `courierIds`. */
export async function signInCouriers(
  url: string,
  { courierIds }: CourierWorld,
  secretsKey: Buffer,
): Promise<string[]> {
  const secret = keyFor(secretsKey, 'sessions').toString('hex')
  const tokens = courierIds.map(() => randomBytes(24).toString('base64url'))
  await withClient(url, (client) => client.query(insertSessions, [courierIds, tokens, systemClock.now()]))
  return tokens.map((token) => {
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `colis.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  })
}

/** The key that a server with this SECRETS_KEY uses for one purpose. */
export const keyFor = (secretsKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKey, '', purpose, 32))

const insertSessions = `
  with signing_in as (
    select gen_random_uuid() as account_id, courier_id, token
    from unnest($1::uuid[], $2::text[]) as signing_in (courier_id, token)
  ), made as (
    insert into accounts (id, name, phone, phone_verified, created_at, updated_at)
    select signing_in.account_id, couriers.first_name, couriers.phone, true, $3, $3
    from signing_in join couriers on couriers.id = signing_in.courier_id
  ), theirs as (
    insert into courier_accounts (courier_id, account_id, created_at)
    select courier_id, account_id, $3 from signing_in
  )
  insert into sessions (id, account_id, token, expires_at, created_at, updated_at)
  select gen_random_uuid(), account_id, token, $3::timestamptz + interval '30 days', $3, $3 from signing_in`

/** Each parcel under way has a courier of its own. */
const giveParcels = `
  update deliveries set courier_id = carrying.id
  from (select id, row_number() over (order by id) as number from couriers) as carrying
  join (
    select shop_id, id, row_number() over (order by id) as number
    from deliveries where status = 'IN_TRANSIT'
  ) as parcel on parcel.number = carrying.number
  where deliveries.shop_id = parcel.shop_id and deliveries.id = parcel.id`
