import type pg from 'pg'
import { firstNames, lastNames } from './search-seed.ts'
import type { World } from './seed.ts'

/** One delivery that was ordered, paid and handed over, from which all others are copied. */
export type Life = { shopId: string; deliveryId: string }

/** How many of the newest deliveries are under way, and how many came in the last two days, at any size. */
const underWay = 60
const recent = 2_000
/** The days before these two, over which all others are spread. */
const olderDays = 363
/** How many trips a courier carries a day, and how many are offered to the one whose page is read. */
const [tripsADay, offersADay] = [12, 20]
const shops = 300

/** How a table is copied: which of its rows of the life, and what is another value for each delivery. */
type Copied = { of: string; values: Record<string, string>; join?: string; where?: string }

/**
 * Copies a life until there are `count` deliveries, over a year, with their histories, payments, events and
 * postings; returns the courier who carries as much at any size. Events of the last 30 days have their positions and
 * bodies. Indexes are made anew at the end, which is much faster.
 */
export async function fillFromLife(
  client: pg.Client,
  { life, seeded, count }: { life: Life; seeded: World; count: number },
): Promise<string> {
  const { courierIds } = await addPeople(client, life, count)
  await draw(client, seeded, { courierIds, count })
  // Neither triggers nor foreign keys: what is copied was checked when it was made.
  await client.query(`set session_replication_role = replica`)
  const copies = copiesOf(life)
  const indexes = await dropIndexes(client, Object.keys(copies))
  for (const [table, copied] of Object.entries(copies)) await copy(client, table, copied)
  for (const { definition } of indexes) await client.query(definition)
  await client.query(offer, [courierIds[0], offersADay])
  await client.query(`set session_replication_role = origin`)
  for (const statement of finish) await client.query(statement)
  const made = [
    'drawn',
    'drawn_shops',
    'drawn_couriers',
    ...Object.keys(copies).map((table) => `life_${table}`),
  ]
  await client.query(`drop table ${made.join(', ')}`)
  return courierIds[0] ?? ''
}

/** Shops with an account in the books each, and as many couriers as carry all trips. */
async function addPeople(client: pg.Client, { shopId }: Life, count: number) {
  const { rows: columns } = await client.query<{ names: string }>(`
    select string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attrelid = 'shops'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'name')`)
  const names = columns[0]?.names ?? ''
  await client.query(
    `insert into shops (id, name, ${names})
     select gen_random_uuid(), 'Boutique ' || number, ${names}
     from shops cross join generate_series(1, ${shops}) as number where id = $1`,
    [shopId],
  )
  await client.query(
    `insert into ledger_accounts (id, kind, owner, currency)
     select gen_random_uuid(), accounts.kind, shops.id::text, accounts.currency
     from ledger_accounts as accounts cross join shops
     where accounts.owner = $1 and shops.id <> $1::uuid`,
    [shopId],
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into couriers (id, first_name, last_name, phone, vehicle_type, created_at)
     select gen_random_uuid(), 'Koffi', 'Livreur ' || number, '+22901' || (95000000 + number), 'MOTO', now()
     from generate_series(0, $1::integer) as number returning id`,
    [Math.max(1, Math.round(count / 365 / tripsADay))],
  )
  return { courierIds: rows.map(({ id }) => id) }
}

/** A row for each delivery: whose it is, when, for whom and how it ended. */
async function draw(
  client: pg.Client,
  { large, small }: World,
  { courierIds, count }: { courierIds: readonly string[]; count: number },
): Promise<void> {
  const others = Math.max(1, courierIds.length - 1)
  await client.query(
    "create unlogged table drawn_shops as select (row_number() over ())::integer - 1 as place, id from shops where name like 'Boutique %'",
  )
  await client.query('create unlogged table drawn_couriers (place integer, id uuid)')
  await client.query(
    'insert into drawn_couriers select place - 1, id from unnest($1::uuid[]) with ordinality as listed (id, place)',
    [courierIds],
  )
  await client.query(
    `create unlogged table drawn as
     select
       timed.number, timed.at, timed.prefix, timed.status, timed.customer, timed.place,
       ${idOf("''", 'timed')} as id,
       case when timed.number % 5 = 0 then '${large.shopId}'::uuid
         when timed.number % greatest(6, ${count} / 1000) = 3 then '${small.shopId}'::uuid
         else drawn_shops.id end as shop_id,
       case when timed.status in ('DELIVERED', 'RETURNED') then drawn_couriers.id end as courier_id,
       timed.at > now() - interval '30 days' as is_recent
     from (
       select dated.*, row_number() over (partition by (dated.at at time zone 'UTC')::date order by dated.number) as place
       from (
         select
           moments.*, (moments.number * 48271::bigint % 400009)::integer as customer,
           substr(ms, 1, 8) || '-' || substr(ms, 9, 4) as prefix,
           case
             when moments.number > ${count - underWay}
               then (array['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'])[1 + moments.number % 4]
             when moments.number / 5 % 25 = 0 then 'CANCELLED' when moments.number / 5 % 60 = 2 then 'RETURNED'
             when moments.number / 5 % 70 = 3 then 'EXPIRED' when moments.number / 5 % 90 = 4 then 'FAILED'
             else 'DELIVERED' end as status
         from (
           select number, at, lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') as ms
           from generate_series(1, ${count}) as number
           cross join lateral (
             select date_trunc('milliseconds', now() - case
               when number > ${count - recent} then (${count} - number) * interval '2 days' / ${recent}
               else interval '2 days' + (${count - recent} - number) * interval '${olderDays} days' / ${Math.max(1, count - recent)}
             end) as at
           ) as moment
         ) as moments
       ) as dated
     ) as timed
     join drawn_shops on drawn_shops.place = floor(power(timed.number * 7919::bigint % 99989 / 99989.0, 2) * ${shops})
     left join drawn_couriers on drawn_couriers.place =
       case when timed.place <= ${tripsADay} then 0 else 1 + timed.number % ${others} end`,
  )
  await client.query('create index on drawn (number)')
  await client.query('analyze drawn')
}

/** The id of something of a drawn delivery, of the same millisecond as the delivery. */
const idOf = (what: string, drawn = 'drawn') => {
  const hash = `md5(${drawn}.number || ${what}::text)`
  return `(${drawn}.prefix || '-7' || substr(${hash}, 1, 3) || '-8' || substr(${hash}, 4, 3) || '-' ||
    substr(${hash}, 7, 12))::uuid`
}

const listed = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(',')}]`
const named = (names: readonly string[], by: number) =>
  `(${listed(names)})[1 + floor(power(drawn.customer * ${by}::bigint % 99991 / 99991.0, 2) * ${names.length})::integer]`

const isOver = "drawn.status not in ('AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT')"
const isDelivered = "drawn.status = 'DELIVERED'"
/** As long after its delivery was ordered as in the life. */
const later = (column: string) =>
  `drawn.at + (life.${column} - (select deliveries.created_at from life_deliveries as deliveries))`

/** What of a life is copied, table by table. */
function copiesOf({ shopId, deliveryId }: Life): Record<string, Copied> {
  const ofDelivery = `delivery_id = '${deliveryId}'`
  const postings = `posting_id in (select id from ledger_postings where ${ofDelivery})`
  const key = { shop_id: 'drawn.shop_id', delivery_id: 'drawn.id' }
  const request = idOf("'request'")
  return {
    deliveries: {
      of: `id = '${deliveryId}'`,
      values: {
        shop_id: 'drawn.shop_id',
        id: 'drawn.id',
        reference: `'S' || drawn.number`,
        external_ref: `case when drawn.number % 3 > 0 then 'CMD-' || drawn.number end`,
        idempotency_key: `'drawn-' || drawn.number`,
        status: 'drawn.status',
        created_at: 'drawn.at',
        ended_at: `case when ${isOver} then ${later('ended_at')} end`,
        amended_at: later('amended_at'),
        due_at: `case when drawn.status = 'AWAITING_LOCATION' then now() + interval '1 day' end`,
        courier_id: 'drawn.courier_id',
        customer_last_name: named(lastNames, 104_729),
        customer_first_name: named(firstNames, 15_485_863),
        customer_phone: `'+22901' || (90000000 + drawn.customer)`,
        payment_status: `case when ${isDelivered} then life.payment_status else 'NOT_REQUESTED' end`,
        paid_at: `case when ${isDelivered} then ${later('paid_at')} end`,
      },
    },
    delivery_history: {
      of: ofDelivery,
      values: { ...key, occurred_at: later('occurred_at') },
      where: `${isDelivered} or life.version <= 2`,
    },
    payment_history: {
      of: ofDelivery,
      values: { ...key, occurred_at: later('occurred_at') },
      where: isDelivered,
    },
    payment_requests: {
      of: ofDelivery,
      values: {
        ...key,
        id: request,
        created_at: later('created_at'),
        ended_at: later('ended_at'),
        deadline_at: later('deadline_at'),
      },
      where: isDelivered,
    },
    events: {
      of: ofDelivery,
      values: {
        ...key,
        id: idOf('life.id'),
        subject_id: `case when life.subject_id = '${deliveryId}' then drawn.id else life.subject_id end`,
        body: `case when drawn.is_recent then life.body else '' end`,
        created_at: later('created_at'),
      },
      where: `${isDelivered} or life.type = 'delivery.created'`,
    },
    event_positions: {
      of: `event_id in (select id from events where ${ofDelivery})`,
      values: {
        shop_id: 'drawn.shop_id',
        event_id: idOf('life.event_id'),
        created_at: later('created_at'),
        position:
          '(select position from event_log_head) + row_number() over (order by drawn.number, life.position)',
      },
      where: `drawn.is_recent and (${isDelivered} or life.type = 'delivery.created')`,
    },
    ledger_postings: {
      of: ofDelivery,
      values: {
        ...key,
        id: idOf('life.id'),
        booked_at: later('booked_at'),
        cause: `split_part(life.cause, ':', 1) || ':' ||
          case when life.cause like 'delivery:%' then drawn.id else ${idOf('life.id')} end`,
      },
      where: isDelivered,
    },
    ledger_entries: {
      of: postings,
      values: { posting_id: idOf('life.posting_id'), account_id: 'coalesce(own.id, life.account_id)' },
      join: `
        left join ledger_accounts as accounts on accounts.id = life.account_id and accounts.owner = '${shopId}'
        left join ledger_accounts as own on own.kind = accounts.kind and own.currency = accounts.currency
          and own.owner = drawn.shop_id::text`,
      where: isDelivered,
    },
  }
}

async function copy(client: pg.Client, table: string, { of, values, join = '', where = 'true' }: Copied) {
  console.error(`… ${table}`)
  await client.query(`create unlogged table life_${table} as select * from ${table} where ${of}`)
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  await client.query(`
    insert into ${table} (${columns.join(', ')}) overriding system value
    select ${columns.map((name) => values[name] ?? `life.${name}`).join(', ')}
    from drawn cross join life_${table} as life ${join}
    where ${where}
    order by drawn.number`)
}

/** Drops what is no constraint of these tables; returns how each is made again. */
async function dropIndexes(client: pg.Client, tables: readonly string[]) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select pg_index.indexrelid::regclass::text as name, pg_get_indexdef(pg_index.indexrelid) as definition
     from pg_index
     where pg_index.indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint where pg_constraint.conindid = pg_index.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}

/** What the courier carried, and trips that others had. */
const offer = `
  insert into courier_offers (
    shop_id, delivery_id, courier_id, round, pay_fcfa, distance_meters, offered_at, expires_at)
  select drawn.shop_id, drawn.id, $1::uuid, 1, 1200, 800, drawn.at, drawn.at + interval '1 minute'
  from drawn where drawn.is_recent and drawn.status = 'DELIVERED' and drawn.place <= $2::integer`

const finish = [
  `update event_log_head set position = (select max(position) from event_positions)`,
  `update event_consumers set position = event_log_head.position from event_log_head`,
  `update ledger_accounts set balance_fcfa = summed.fcfa
   from (select account_id, sum(amount_fcfa) as fcfa from ledger_entries group by account_id) as summed
   where ledger_accounts.id = summed.account_id`,
  `insert into courier_searches (shop_id, delivery_id, round, due_at)
   select shop_id, id, 1, now() from drawn where status = 'SEARCHING_COURIER'`,
  `insert into delivery_search_backlog (after_shop_id, after_delivery_id)
   values ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000')`,
]
