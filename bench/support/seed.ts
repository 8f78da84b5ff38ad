import pg from 'pg'
import { migrate } from '../../src/base/database/migrate.ts'
import { openDatabase } from '../../src/base/database/open-database.ts'
import { systemActor } from '../../src/base/kernel/actor.ts'
import { systemClock } from '../../src/base/kernel/clock.ts'
import { scopes } from '../../src/contract/vocabulary.ts'
import { setTariff } from '../../src/domain/pricing/set-tariff.ts'
import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { createApiKey } from '../../src/domain/shops/create-api-key.ts'
import { createShop } from '../../src/domain/shops/create-shop.ts'
import { addCity } from '../../src/domain/zones/add-city.ts'
import { importZones } from '../../src/domain/zones/import-zones.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from '../../src/domain/zones/zone-shape.ts'

export type BenchShop = { shopId: string; key: string }
export type World = {
  cityId: string
  orders: BenchShop
  changed: BenchShop
  small: BenchShop
  large: BenchShop
}

const [west, south] = [2.3, 6.3]
const [columns, rows, step] = [15, 10, 0.01]

/** A city with 150 zones, and four shops: one that orders, one that changes, and two whose lists are read. */
export async function seedWorld(url: string): Promise<World> {
  const database = await openDatabase({ url, poolSize: 2, timeoutMs: 30_000, onError: () => {} })
  try {
    await migrate(database)
    const services = {
      db: database.db,
      clock: systemClock,
      actor: systemActor,
      environment: 'sandbox',
      cell: '',
      pricing: { collecting: { boundsIn: () => true } },
    } as const
    const center = { lat: south + (rows * step) / 2, lng: west + (columns * step) / 2 }
    const cityId = await addCity(services, {
      name: 'Cotonou',
      country: 'BJ',
      center,
      serviceRadiusMeters: 30_000,
      timeZone: 'Africa/Porto-Novo',
      currency: 'XOF',
    })
    await setTariff(services, cityId, { surcharges: { FRAGILE: { flatFcfa: 200, perKmFcfa: 0 } } })
    const drafts = Array.from({ length: columns * rows }, (_, number) => zone(number))
    await importZones(services, { cityId, drafts, priority: 0, replaceOthers: false, isDryRun: false })

    const shop = async (name: string): Promise<BenchShop> => {
      const { id } = await createShop(services, {
        name,
        country: 'BJ',
        defaultCollection: 'SECURE',
        payoutPhone: '+2290197000099',
        discountPercent: 0,
      })
      const address = { label: 'Boutique', landmark: 'En face du marché', formatted: 'Ganhi, Cotonou' }
      await addPickupAddress(services, { shopId: id, ...address, ...center, isDefault: true })
      return {
        shopId: id,
        key: (await createApiKey(services, { shopId: id, scopes: [...scopes], label: null })).key,
      }
    }
    return {
      cityId,
      orders: await shop('Orders'),
      changed: await shop('Changed'),
      small: await shop('Small'),
      large: await shop('Large'),
    }
  } finally {
    await database.close()
  }
}

/** A point in each zone. */
export const zonePoints = Array.from({ length: columns * rows }, (_, number) => {
  const { x, y } = corner(number)
  return { lat: round(y + step * 0.4), lng: round(x + step * 0.6) }
})

function round(degrees: number): number {
  return Number(degrees.toFixed(5))
}

function corner(number: number): { x: number; y: number } {
  return { x: west + (number % columns) * step, y: south + Math.floor(number / columns) * step }
}

/** A square with as many points as a zone drawn by hand has. */
function zone(number: number) {
  const { x, y } = corner(number)
  const along = Array.from({ length: 15 }, (_, i) => (i * step) / 15)
  const ring = [
    ...along.map((d) => [x + d, y]),
    ...along.map((d) => [x + step, y + d]),
    ...along.map((d) => [x + step - d, y + step]),
    ...along.map((d) => [x, y + step - d]),
    [x, y],
  ].map((point) => point.map(round))
  const shape = [[ring]] as ZoneShape
  return { name: `Zone ${number}`, shape, areaSquareMeters: areaSquareMeters(shape), center: centerOf(shape) }
}

/** Runs `work` on a connection of its own, without a statement time-out. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

let made = 0

/**
 * Gives a shop `count` deliveries, one every 30 seconds until now, most of them delivered; then does what
 * autovacuum would do. Identifiers are UUID version 7 of their creation time, as Colis makes them.
 */
export async function fillShop(
  url: string,
  { cityId }: World,
  { shopId }: BenchShop,
  count: number,
): Promise<void> {
  await withClient(url, async (client) => {
    for (let done = 0; done < count; done += batch) {
      await client.query(insertMany, [shopId, cityId, made, count - done, Math.min(batch, count - done)])
      made += batch
    }
    await client.query('vacuum analyze deliveries')
  })
}

const batch = 50_000

const insertMany = `
  insert into deliveries (
    shop_id, id, reference, external_ref, idempotency_key, body_sha256, status, created_at, city_id,
    customer_last_name, customer_first_name, customer_phone,
    pickup_label, pickup_landmark, pickup_lat, pickup_lng,
    dropoff_label, dropoff_landmark, dropoff_lat, dropoff_lng,
    parcel_category, parcel_size, parcel_fragile, instructions,
    payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status, paid_at,
    price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code,
    courier_first_name, courier_phone, courier_vehicle_type, courier_plate_number)
  select
    $1, (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
    'SEED-' || number, 'order-' || number, 'bench-order-' || number,
    md5(number::text) || md5(number::text),
    case when number % 20 = 0 then 'CANCELLED' when number % 50 = 1 then 'IN_TRANSIT' else 'DELIVERED' end,
    at, $2, 'Dossou', 'Afi', '+2290197000001',
    'Boutique', 'En face du marché', 6.35, 2.37, 'Maison', 'Portail bleu', 6.36, 2.41,
    'FASHION', 'SMALL', false, 'Appeler en arrivant', 'CASH_ON_DELIVERY', 15000, 'CUSTOMER', 'SECURE', 'PAID', at,
    1100, false,
    '{"tariffVersion":1,"rule":"DISTANCE","distanceMeters":5400,"distanceSource":"GREAT_CIRCLE","lines":[{"line":"BASE","exactFcfa":1100,"amountFcfa":1100}],"discounts":[]}',
    225, '1234', '4321', 'Koffi', '+2290197000002', 'MOTO', 'AB 1234'
  from (
    select $3::integer + i as number, at,
      lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') as ms
    from generate_series(1, $5::integer) i,
      lateral (select date_trunc('milliseconds', now()) - ($4::integer - i) * interval '30 seconds' as at) times
  ) orders`
