import { sql } from 'kysely'
import type { Database } from '../../base/database/open-database.ts'
import { currencies } from '../../contract/vocabulary.ts'
import { courierFullName } from '../couriers/courier-store.ts'
import { type Measure, tripBuckets } from './counted-delivery.ts'
import type { ReportRange } from './report-range.ts'
import { type LongerLength, type ReportSpan, spansOf } from './report-spans.ts'

/** What is asked for: all cities where `cityId` is undefined. */
export type ReportAsked = { range: ReportRange; cityId?: string | undefined }

/** By what sums are told apart. */
type SumKey = 'day' | 'month' | 'city_id' | 'part' | 'bucket'

/** A sum; what it is not told apart by is empty, or 0. */
export type ReportSum = {
  /** `2026-11-21` by day, `2026-11` by month. */
  period: string
  cityId: string
  part: string
  bucket: number
  value: number
}

/** What a measure, or a part of it, sums up to over a range, told apart by some of its keys, in their order. */
export async function sumMeasure(
  db: Database,
  measure: Measure,
  { range, ...of }: ReportAsked & { part?: string },
  by: readonly SumKey[],
): Promise<ReportSum[]> {
  const spans = spansOf(range, lengthsFor(by))
  const form = by.includes('day') ? 'YYYY-MM-DD' : 'YYYY-MM'
  const keys = [
    by.includes('day') || by.includes('month') ? sql`to_char(report_sums.day, ${form})` : undefined,
    by.includes('city_id') ? sql`report_sums.city_id` : undefined,
    by.includes('part') ? sql`report_sums.part` : undefined,
    by.includes('bucket') ? sql`report_sums.bucket` : undefined,
  ]
  const [period = sql`''`, cityId = sql`''`, part = sql`''`, bucket = sql`0`] = keys
  // By their places: a text that is the same for all rows would be compared for each of them.
  const toldApart = keys.flatMap((key, at) => (key ? [sql.raw(String(at + 1))] : []))
  const value = sql`sum(report_sums.sign * report_sums.value)`
  const { rows } = await sql<ReportSum>`
    select
      ${period} as period, ${cityId} as "cityId", ${part} as part, ${bucket} as bucket,
      ${value}::double precision as value
    from (${sql.join(
      spans.map((span) => rowsOf(measure, span, of)),
      sql` union all `,
    )}) as report_sums
    group by ${toldApart.length > 0 ? sql.join(toldApart) : sql`()`}
    having ${value} <> 0
    order by 1, 2, 3, 4
  `.execute(db)
  return rows
}

/** Which longer rows than those of a day can be told apart like this. */
function lengthsFor(by: readonly SumKey[]): LongerLength[] {
  if (by.includes('day')) return []
  return by.includes('month') ? ['TEN_DAYS', 'MONTH'] : ['TEN_DAYS', 'MONTH', 'QUARTER']
}

/** On how many days of a range each courier had trips; of one city from the trips themselves. */
export async function countDaysWorked(
  db: Database,
  { range, cityId }: ReportAsked,
): Promise<Map<string, number>> {
  const inDays = (span: ReportSpan) => (span.length === 'DAY' ? sql`sign(worked.value)` : sql`worked.value`)
  const ofCity = sql`
    select distinct days.part, days.day, 1 as days
    from (${sql.join(
      spansOf(range, []).map((span) => rowsOf('TRIP', span, { cityId })),
      sql` union all `,
    )}) as days`
  const ofAll = sql.join(
    spansOf(range).map(
      (span) => sql`
        select worked.part, worked.sign * ${inDays(span)} as days
        from (${rowsOf('WORKED', span, { cityId: '' })}) as worked`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ part: string; days: number }>`
    select counted.part, sum(counted.days)::integer as days
    from (${cityId === undefined ? ofAll : ofCity}) as counted
    group by counted.part
  `.execute(db)
  return new Map(rows.map(({ part, days }) => [part, days]))
}

/** Which of these shops ordered something before a day. */
export async function listEarlierShops(
  db: Database,
  shopIds: readonly string[],
  { day, cityId }: { day: string; cityId: string | undefined },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select given.id
    from unnest(${[...shopIds]}::text[]) as given (id)
    where exists (
      select from report_sums
      where report_sums.measure = 'SHOP' and not report_sums.is_month and report_sums.part = given.id
        and report_sums.day < ${day}::date
        ${cityId === undefined ? sql`` : sql`and report_sums.city_id = ${cityId}`})
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What a shop did on a day: its parcels at the door, and what was collected for it in FCFA. */
export type ShopDay = { day: string; handedOver: number; failed: number; collectedFcfa: number }

/** The days of a range on which something of a shop is counted, the first first. */
export async function listShopDays(db: Database, shopId: string, range: ReportRange): Promise<ShopDay[]> {
  const parts = [shopId, ...currencies.map((currency) => `${currency} ${shopId}`)]
  const sum = (measure: Measure, bucket: number) => sql`
    coalesce(sum(report_sums.value) filter (
      where report_sums.measure = ${measure} and report_sums.bucket = ${bucket}::integer), 0
    )::double precision`
  const { rows } = await sql<ShopDay>`
    select
      to_char(report_sums.day, 'YYYY-MM-DD') as day,
      ${sum('SHOP_TRIP', tripBuckets.handedOver)} as "handedOver",
      ${sum('SHOP_TRIP', tripBuckets.failed)} as failed, ${sum('SALES', 0)} as "collectedFcfa"
    from report_sums
    where report_sums.measure in ('SHOP_TRIP', 'SALES') and not report_sums.is_month
      and report_sums.part = any(${parts}::text[])
      and report_sums.day >= ${range.firstDay}::date and report_sums.day <= ${range.lastDay}::date
    group by report_sums.day
    order by report_sums.day
  `.execute(db)
  return rows
}

/** The rows of a span, by the primary key: each span is a scan of its own, whatever the planner believes. */
function rowsOf(
  measure: Measure,
  { length, sign, firstDay, lastDay }: ReportSpan,
  { cityId, part }: { cityId?: string | undefined; part?: string | undefined },
) {
  const [from, isOfLength] =
    length === 'DAY' || length === 'MONTH'
      ? [sql`report_sums`, sql`report_sums.is_month = ${length === 'MONTH'}`]
      : [sql`report_spans as report_sums`, sql`report_sums.length = ${length}`]
  return sql`
    select
      report_sums.day, report_sums.city_id, report_sums.part, report_sums.bucket, report_sums.value,
      ${sign}::integer as sign
    from ${from}
    where report_sums.measure = ${measure} and ${isOfLength}
      and report_sums.day >= ${firstDay}::date and report_sums.day <= ${lastDay}::date
      ${cityId === undefined ? sql`` : sql`and report_sums.city_id = ${cityId}`}
      ${part === undefined ? sql`` : sql`and report_sums.part = ${part}`}`
}

/** The names of zones, those that are retired included, or of couriers, by their ids. */
export async function listNames(
  db: Database,
  of: 'ZONES' | 'COURIERS',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const name = of === 'ZONES' ? sql`zones.name` : courierFullName
  const { rows } = await sql<{ id: string; name: string }>`
    select named.id::text as id, ${name} as name
    from unnest(${[...ids]}::uuid[]) as named (id)
    join ${of === 'ZONES' ? sql`zones on zones.id` : sql`couriers on couriers.id`} = named.id
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}
