import { firstNames, lastNames } from './search-seed.ts'
import { type World, withClient } from './seed.ts'

/** What was seeded beside the deliveries. */
export type AllShops = { shopIds: string[]; cityIds: string[]; courierIds: string[] }

/**
 * Fills `count` deliveries of 300 shops in five cities, the last of which is small, with 400 couriers: one delivery every
 * 30 s, customers as `nameCustomers` has them, one in a hundred with a rare ending.
 */
export const fillAllShops = (url: string, { cityId }: World, count: number): Promise<AllShops> =>
  withClient(url, async (client) => {
    const idsOf = async (text: string, params: unknown[] = []) =>
      (await client.query<{ id: string }>(text, params)).rows.map(({ id }) => id)
    const shopIds = await idsOf(
      `insert into shops (id, name, country, default_collection, discount_percent, created_at)
       select gen_random_uuid(), 'Boutique ' || i, 'BJ', 'DIRECT', 0, now() from generate_series(1, 300) i returning id`,
    )
    const others = await idsOf(
      `insert into cities (id, name, country, lat, lng, service_radius_meters, time_zone, currency, created_at)
       select gen_random_uuid(), 'Ville ' || i, country, lat, lng, service_radius_meters, time_zone, currency, now()
       from cities, generate_series(1, 4) i where cities.id = $1 returning id`,
      [cityId],
    )
    const courierIds = await idsOf(
      `insert into couriers (id, first_name, last_name, phone, vehicle_type, created_at)
       select gen_random_uuid(), 'Koffi', 'Livreur ' || i, '+22901950' || lpad(i::text, 5, '0'), 'MOTO', now()
       from generate_series(1, 400) i returning id`,
    )
    const cityIds = [cityId, ...others]
    for (let done = 0; done < count; done += batch)
      await client.query(insertOrders, [
        shopIds,
        cityIds,
        courierIds,
        lastNames,
        firstNames,
        done,
        count,
        Math.min(batch, count - done),
      ])
    await client.query('vacuum analyze deliveries')
    return { shopIds, cityIds, courierIds }
  })

const batch = 50_000

const insertOrders = `
  insert into deliveries (
    shop_id, id, reference, external_ref, idempotency_key, body_sha256, status, created_at, ended_at, city_id, courier_id,
    customer_last_name, customer_first_name, customer_phone,
    pickup_label, pickup_landmark, pickup_lat, pickup_lng,
    dropoff_label, dropoff_landmark, dropoff_lat, dropoff_lng,
    parcel_category, parcel_size, parcel_fragile, instructions,
    payment_mode, goods_amount_fcfa, fee_payer, collection, payment_status, paid_at,
    price_fcfa, price_is_estimate, price_working, cod_fee_fcfa, pickup_code, confirmation_code,
    courier_first_name, courier_phone, courier_vehicle_type, courier_plate_number)
  select
    ($1::uuid[])[1 + floor(power(chance, 2) * cardinality($1::uuid[]))::integer],
    (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
    'ALL-' || number, 'cmd-' || number, 'all-shops-order-' || number, md5(number::text),
    status, at, case when status in ('DELIVERED', 'CANCELLED', 'RETURNED', 'EXPIRED') then at end,
    ($2::uuid[])[case when number % 5000 = 0 then 5 when number % 10 < 7 then 1 else 2 + number % 3 end],
    case when status in ('DELIVERED', 'RETURNED') then ($3::uuid[])[1 + number * 31 % cardinality($3::uuid[])] end,
    case when customer % 4 = 0 then initcap(translate(md5(customer::text), '0123456789', 'aeiouklmno')::varchar(9))
      else ($4::text[])[1 + floor(power(customer * 104729::bigint % 99991 / 99991.0, 2) * cardinality($4::text[]))::integer] end,
    ($5::text[])[1 + floor(power(customer * 15485863::bigint % 99989 / 99989.0, 2) * cardinality($5::text[]))::integer],
    '+22901' || lpad((90000000 + customer * 7919::bigint % 9999991)::text, 8, '0'),
    'Boutique', 'En face du marché', 6.35, 2.37, 'Maison', 'Portail bleu', 6.36, 2.41,
    'FASHION', 'SMALL', false, 'Appeler en arrivant', 'CASH_ON_DELIVERY', 15000, 'CUSTOMER', 'SECURE', 'PAID', at,
    1100, false,
    '{"tariffVersion":1,"rule":"DISTANCE","distanceMeters":5400,"distanceSource":"GREAT_CIRCLE","lines":[{"line":"BASE","exactFcfa":1100,"amountFcfa":1100}],"discounts":[]}',
    225, '1234', '4321', 'Koffi', '+2290197000002', 'MOTO', 'AB 1234'
  from (
    select numbered.*,
      numbered.number * 7919::bigint % 99989 / 99989.0 as chance,
      (numbered.number * 48271::bigint % 400009)::integer as customer,
      case
        when numbered.number > $7::integer - 2000 and numbered.number % 2 = 0 then 'AWAITING_LOCATION'
        when numbered.number % 100 = 1 then 'CANCELLED'
        when numbered.number % 1000 = 2 then 'RETURNED'
        when numbered.number % 5000 = 3 then 'EXPIRED'
        else 'DELIVERED' end as status
    from (
      select $6::integer + i as number, at,
        lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') as ms
      from generate_series(1, $8::integer) i,
        lateral (select date_trunc('milliseconds', now()) - ($7::integer - $6::integer - i) * interval '30 seconds' as at) times
    ) as numbered
  ) as orders`
