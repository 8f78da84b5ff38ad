import { sql } from 'kysely'
import type { Database, OpenDatabase } from '../../../../base/database/open-database.ts'
import { runInSession } from '../../../../base/database/run-in-session.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { courierFullName } from '../../../couriers/courier-store.ts'
import { statusesOf } from '../../../deliveries/delivery-store.ts'
import { bookedBetween } from '../../ledger/ledger-store.ts'

/** What the deliveries of a day earned in a city; amounts in FCFA, discounts and pay as they were given. */
export type RevenueRow = {
  /** `2026-11-21` */
  day: string
  cityName: string
  currency: Currency
  deliveries: number
  tripFcfa: number
  discountFcfa: number
  collectionFcfa: number
  /** Of cancelled and returned deliveries, and of couriers who waited at a shop. */
  feesFcfa: number
  courierPayFcfa: number
}

/** What was earned by day and city between two moments, days being those of a time zone. */
export function readRevenue(
  database: OpenDatabase,
  { from, until, timeZone }: { from: Date; until: Date; timeZone: string },
): Promise<RevenueRow[]> {
  const sumOf = (kinds: string, sign = 1) => sql`
    coalesce(
      ${sql.lit(sign)} * sum(ledger_entries.amount_fcfa) filter (
        where ledger_accounts.kind = any(${kinds.split(' ')}::text[])), 0)::double precision`
  return runInSession(
    database,
    sql`
      select
        to_char(ledger_postings.booked_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        coalesce(cities.name, '') as "cityName", ledger_postings.currency,
        count(distinct ledger_postings.id) filter (
          where ledger_postings.kind = 'DELIVERY_ENDED'
            and deliveries.status in (${statusesOf('delivered')}))::integer
          as deliveries,
        ${sumOf('TRIP_REVENUE', -1)} as "tripFcfa", ${sumOf('DISCOUNTS')} as "discountFcfa",
        ${sumOf('COLLECTION_REVENUE', -1)} as "collectionFcfa",
        ${sumOf('CANCELLATION_REVENUE RETURN_REVENUE WAITING_REVENUE', -1)} as "feesFcfa",
        ${sumOf('COURIER_PAY')} as "courierPayFcfa"
      from ledger_postings
      join ledger_entries on ledger_entries.posting_id = ledger_postings.id
      join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
      left join deliveries on deliveries.shop_id = ledger_postings.shop_id
        and deliveries.id = ledger_postings.delivery_id
      left join cities on cities.id = deliveries.city_id
      where ledger_postings.kind in ('DELIVERY_ENDED', 'COURIER_WAITED')
        and ${bookedBetween(from, until)}
      group by 1, 2, 3
      order by 1 desc, 2, 3
    `,
  )
}

/** What is owed to a shop or a courier; negative for a shop that owes more than it is owed. */
export type OwedRow = {
  id: string
  name: string
  currency: Currency
  salesFcfa: number
  feesFcfa: number
  owedFcfa: number
}

/** What is owed to each shop or each courier, the most first; those to whom nothing is owed are left out. */
export async function listOwed(
  db: Database,
  { to, limit, skipped }: { to: 'SHOPS' | 'COURIERS'; limit: number; skipped: number },
): Promise<OwedRow[]> {
  const kinds = to === 'SHOPS' ? ['SHOP_SALES', 'SHOP_FEES'] : ['COURIER_EARNINGS']
  const name =
    to === 'SHOPS'
      ? sql`(select shops.name from shops where shops.id = owed.owner::uuid)`
      : sql`(
          select ${courierFullName} from couriers
          where couriers.id = owed.owner::uuid)`
  const { rows } = await sql<OwedRow>`
    select
      owed.owner as id, coalesce(${name}, '') as name, owed.currency,
      owed.sales_fcfa::double precision as "salesFcfa", owed.fees_fcfa::double precision as "feesFcfa",
      owed.owed_fcfa::double precision as "owedFcfa"
    from (
      select
        ledger_accounts.owner, ledger_accounts.currency, -sum(ledger_accounts.balance_fcfa) as owed_fcfa,
        coalesce(-sum(ledger_accounts.balance_fcfa) filter (where ledger_accounts.kind <> 'SHOP_FEES'), 0)
          as sales_fcfa,
        coalesce(sum(ledger_accounts.balance_fcfa) filter (where ledger_accounts.kind = 'SHOP_FEES'), 0)
          as fees_fcfa
      from ledger_accounts
      where ledger_accounts.kind = any(${kinds}::text[])
      group by ledger_accounts.owner, ledger_accounts.currency
      having sum(ledger_accounts.balance_fcfa) <> 0
        or bool_or(ledger_accounts.balance_fcfa <> 0)
      order by owed_fcfa desc, ledger_accounts.owner, ledger_accounts.currency
      limit ${limit} offset ${skipped}
    ) as owed
    order by owed.owed_fcfa desc, owed.owner, owed.currency
  `.execute(db)
  return rows
}
