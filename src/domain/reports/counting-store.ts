import { sql } from 'kysely'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { type DeliveryKey, fetchedFrom, statusesOf } from '../deliveries/delivery-store.ts'
import type { SumChange } from './count-difference.ts'
import type { Counted, ReportedDelivery } from './counted-delivery.ts'

/** The deliveries that these events are about, each once. */
export async function listDeliveriesOf(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    select distinct events.shop_id as "shopId", events.delivery_id as id
    from ${keyRows(events)} as published (shop_id, id)
    join events on events.shop_id = published.shop_id and events.id = published.id
    where events.delivery_id is not null
  `.execute(trx)
  return rows
}

/** A delivery as it is counted now, and as it was counted; where it was fetched, to find the zone. */
export type FoundToCount = Omit<ReportedDelivery, 'zoneId'> & {
  id: string
  pickupLat: number
  pickupLng: number
  counted: Counted[] | null
}

/** What is counted of these deliveries, those that are removed included. */
export async function listToCount(
  trx: Trx,
  keys: readonly DeliveryKey[],
  timeZone: string,
): Promise<FoundToCount[]> {
  const ended = [
    ...[statusesOf('delivered'), statusesOf('failed'), statusesOf('cancelled'), statusesOf('expired')],
  ]
  const { rows } = await sql<FoundToCount>`
    select
      wanted.shop_id as "shopId", wanted.id, deliveries.city_id as "cityId", deliveries.status,
      deliveries.created_at as "createdAt", deliveries.second_try_of is not null as "isSecondTry",
      ${fetchedFrom} as "windowFrom",
      deliveries.pickup_lat as "pickupLat", deliveries.pickup_lng as "pickupLng",
      deliveries.failure_code as "failureCode", deliveries.courier_id as "courierId",
      coalesce(lines.was_locating, false) as "wasLocating", lines.searched_at as "searchedAt",
      lines.assigned_at as "assignedAt", lines.picked_up_at as "pickedUpAt", lines.ended_at as "endedAt",
      lines.intervention, arrivals.announced_at as "announcedAt",
      arrivals.announced_earliest_at as "earliestAt", arrivals.announced_latest_at as "latestAt",
      coalesce(books.booked, '[]'::json) as booked, report_deliveries.counted
    from (select distinct * from ${keyRows(keys)} as given (shop_id, id)) as wanted
    left join lateral (
      select deliveries.*
      from deliveries
      where deliveries.shop_id = wanted.shop_id and deliveries.id = wanted.id
      offset 0
    ) as deliveries on true
    left join lateral (
      select
        bool_or(delivery_history.status in (${statusesOf('locating')})) as was_locating,
        min(delivery_history.occurred_at) filter (
          where delivery_history.status in (${statusesOf('searching')})) as searched_at,
        min(delivery_history.occurred_at) filter (
          where delivery_history.status in (${statusesOf('assigned')})) as assigned_at,
        min(delivery_history.occurred_at) filter (
          where delivery_history.status in (${statusesOf('underWay')})) as picked_up_at,
        min(delivery_history.occurred_at) filter (
          where delivery_history.status in (${sql.join(ended)})) as ended_at,
        (array_agg(delivery_history.intervention order by delivery_history.version) filter (
          where delivery_history.status in (${sql.join(ended)})))[1] as intervention
      from delivery_history
      where delivery_history.shop_id = wanted.shop_id and delivery_history.delivery_id = wanted.id
    ) as lines on true
    left join lateral (
      select arrivals.announced_at, arrivals.announced_earliest_at, arrivals.announced_latest_at
      from arrivals
      where arrivals.shop_id = wanted.shop_id and arrivals.delivery_id = wanted.id
      offset 0
    ) as arrivals on true
    left join lateral (
      select json_agg(json_build_object(
        'day', to_char(ledger_postings.booked_at at time zone ${timeZone}, 'YYYY-MM-DD'),
        'currency', ledger_postings.currency, 'kind', ledger_accounts.kind, 'owner', ledger_accounts.owner,
        'amountFcfa', ledger_entries.amount_fcfa)) as booked
      from ledger_postings
      join ledger_entries on ledger_entries.posting_id = ledger_postings.id
      join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
      where ledger_postings.delivery_id = wanted.id and ledger_postings.shop_id = wanted.shop_id
        and ledger_postings.kind in ('DELIVERY_ENDED', 'COURIER_WAITED')
    ) as books on true
    left join report_deliveries
      on report_deliveries.shop_id = wanted.shop_id and report_deliveries.delivery_id = wanted.id
  `.execute(trx)
  return rows
}

/** What deliveries that are about to be removed were counted as; those that were not are absent. */
export async function listCounted(
  trx: Trx,
  shopId: string,
  ids: readonly string[],
): Promise<(DeliveryKey & { counted: Counted[] })[]> {
  const { rows } = await sql<DeliveryKey & { counted: Counted[] }>`
    select report_deliveries.shop_id as "shopId", report_deliveries.delivery_id as id,
      report_deliveries.counted
    from report_deliveries
    where report_deliveries.shop_id = ${shopId}::uuid
      and report_deliveries.delivery_id = any(${[...ids]}::uuid[])
  `.execute(trx)
  return rows
}

/** Keeps what deliveries were counted as; nothing of those that count as nothing. */
export async function saveCounted(
  trx: Trx,
  deliveries: readonly (DeliveryKey & { counted: readonly Counted[] })[],
): Promise<void> {
  const nothing = deliveries.filter(({ counted }) => counted.length === 0)
  const something = deliveries.filter(({ counted }) => counted.length > 0)
  if (nothing.length > 0)
    await sql`
      delete from report_deliveries
      using ${keyRows(nothing)} as emptied (shop_id, delivery_id)
      where report_deliveries.shop_id = emptied.shop_id
        and report_deliveries.delivery_id = emptied.delivery_id
    `.execute(trx)
  if (something.length === 0) return
  await sql`
    insert into report_deliveries (shop_id, delivery_id, counted)
    select given.shop_id, given.delivery_id, given.counted::jsonb
    from unnest(
      ${something.map(({ shopId }) => shopId)}::uuid[], ${something.map(({ id }) => id)}::uuid[],
      ${something.map(({ counted }) => JSON.stringify(counted))}::text[]
    ) as given (shop_id, delivery_id, counted)
    on conflict (shop_id, delivery_id) do update set counted = excluded.counted
  `.execute(trx)
}

/** Changes sums, which are given in the order of their keys; those that come to 0 are removed. */
export async function changeSums(trx: Trx, changes: readonly SumChange[]): Promise<void> {
  if (changes.length === 0) return
  await changeDaysWorked(
    trx,
    changes.filter(({ measure }) => measure === 'WORKED'),
  )
  await sql`
    insert into report_sums (measure, is_month, day, city_id, part, bucket, value)
    select * from ${changedRows(changes)}
    on conflict (measure, is_month, day, city_id, part, bucket)
    do update set value = report_sums.value + excluded.value
  `.execute(trx)
  const lowered = changes.filter(({ value }) => value < 0)
  if (lowered.length === 0) return
  await sql`
    delete from report_sums
    using ${changedRows(lowered)} as lowered (measure, is_month, day, city_id, part, bucket, value)
    where report_sums.measure = lowered.measure and report_sums.is_month = lowered.is_month
      and report_sums.day = lowered.day and report_sums.city_id = lowered.city_id
      and report_sums.part = lowered.part and report_sums.bucket = lowered.bucket and report_sums.value = 0
  `.execute(trx)
}

/** Changes on how many days of a month couriers worked, before those days are changed. */
async function changeDaysWorked(trx: Trx, changes: readonly SumChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into report_sums (measure, is_month, day, city_id, part, bucket, value)
    select
      changed.measure, true, date_trunc('month', changed.day)::date as month, changed.city_id, changed.part,
      changed.bucket,
      sum((coalesce(days.value, 0) + changed.value > 0)::integer - (days.value is not null)::integer) as value
    from ${changedRows(changes)} as changed (measure, is_month, day, city_id, part, bucket, value)
    left join report_sums as days
      on days.measure = changed.measure and not days.is_month and days.day = changed.day
      and days.city_id = changed.city_id and days.part = changed.part and days.bucket = changed.bucket
    group by changed.measure, month, changed.city_id, changed.part, changed.bucket
    order by month, changed.part
    on conflict (measure, is_month, day, city_id, part, bucket)
    do update set value = report_sums.value + excluded.value
  `.execute(trx)
  await sql`
    delete from report_sums
    using (
      select distinct date_trunc('month', changed.day)::date as month, changed.part
      from ${changedRows(changes)} as changed (measure, is_month, day, city_id, part, bucket, value)
    ) as changed
    where report_sums.measure = 'WORKED' and report_sums.is_month and report_sums.day = changed.month
      and report_sums.city_id = '' and report_sums.part = changed.part and report_sums.bucket = 0
      and report_sums.value = 0
  `.execute(trx)
}

const changedRows = (changes: readonly SumChange[]) => sql`
  unnest(
    ${changes.map(({ measure }) => measure)}::text[], ${changes.map(({ isMonth }) => isMonth)}::boolean[],
    ${changes.map(({ day }) => day)}::date[], ${changes.map(({ cityId }) => cityId)}::text[],
    ${changes.map(({ part }) => part)}::text[], ${changes.map(({ bucket }) => bucket)}::integer[],
    ${changes.map(({ value }) => value)}::bigint[]
  )`

/** Whether something was booked that is not counted yet. */
export async function hasBooked(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from report_bookings) as "isThere"
  `.execute(db)
  return rows[0]?.isThere ?? false
}

/** Whether deliveries from before they were counted are not all counted yet. */
export async function hasBacklog(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from report_backlog) as "isThere"
  `.execute(db)
  return rows[0]?.isThere ?? false
}

/** Takes at most `limit` deliveries that something was booked for, the first first. */
export async function takeBooked(trx: Trx, limit: number): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    delete from report_bookings
    where report_bookings.ctid = any(array(
      select waiting.ctid from report_bookings as waiting
      order by waiting.due_at
      limit ${limit}::integer
      for update skip locked))
    returning report_bookings.shop_id as "shopId", report_bookings.delivery_id as id
  `.execute(trx)
  return rows
}

/**
 * The next deliveries from before they were counted, at most `limit`, and the place in the backlog moves
 * behind them; the backlog is removed with the last ones. Undefined where there is none.
 */
export async function takeBacklog(trx: Trx, limit: number): Promise<DeliveryKey[] | undefined> {
  const { rows } = await sql<{ shopId: string | null; id: string | null }>`
    select later.shop_id as "shopId", later.id
    from report_backlog
    left join lateral (
      select deliveries.shop_id, deliveries.id
      from deliveries
      where (deliveries.shop_id, deliveries.id) >
        (report_backlog.after_shop_id, report_backlog.after_delivery_id)
      order by deliveries.shop_id, deliveries.id
      limit ${limit}
    ) as later on true
    order by later.shop_id, later.id
  `.execute(trx)
  if (rows.length === 0) return undefined
  const keys = rows.filter((row): row is DeliveryKey => row.id !== null)
  const last = keys.at(-1)
  if (last && keys.length === limit)
    await sql`
      update report_backlog set after_shop_id = ${last.shopId}::uuid, after_delivery_id = ${last.id}::uuid
    `.execute(trx)
  else await sql`delete from report_backlog`.execute(trx)
  return keys
}
