import { sql } from 'kysely'
import type { Currency, PayoutRhythm } from '../../base/contract/vocabulary.ts'
import type { Database } from '../../base/database/open-database.ts'

/** Somebody who may be paid now. */
export type DuePayee = { id: string; currency: Currency }

/** Of which shops the payouts are made: those paid at once, or also those whose day or week has come since `since`. */
export type ShopsDue = { rhythm: PayoutRhythm; since: Date | null }

/**
 * At most `limit` shops after `after` that have enough to be paid now: of one rhythm, without an open payout, and not
 * refused before unless their number has changed or their time to be tried again has come. `since` is the moment of the
 * day or week for which no payout of theirs must have been made yet; without it only those count whose retry is due, or
 * the rest of what one payout could not hold, and those who are paid at once.
 */
export async function listShopsToPay(
  db: Database,
  { rhythm, since }: ShopsDue,
  { now, after, limit }: { now: Date; after: DuePayee | undefined; limit: number },
): Promise<DuePayee[]> {
  const { rows } = await sql<DuePayee>`
    with owed as (
      select
        case when ledger_accounts.kind = 'SHOP_SALES' then ledger_accounts.owner::uuid end as shop_id,
        ledger_accounts.currency, -ledger_accounts.balance_fcfa as sales_fcfa
      from ledger_accounts
      where ledger_accounts.kind = 'SHOP_SALES' and ledger_accounts.balance_fcfa < 0
        and (${after === undefined} or (ledger_accounts.owner, ledger_accounts.currency) > (${after?.id ?? ''}, ${after?.currency ?? ''}))
    )
    select shops.id, owed.currency
    from owed
    join shops on shops.id = owed.shop_id
    left join lateral (
      select money_transfers.* from money_transfers
      where money_transfers.shop_id = shops.id and money_transfers.currency = owed.currency
        and money_transfers.kind = 'SHOP_PAYOUT'
      order by money_transfers.created_at desc, money_transfers.id desc
      limit 1
    ) as latest on true
    left join ledger_accounts as fees on shops.payout_nets_fees
      and fees.kind = 'SHOP_FEES' and fees.owner = shops.id::text and fees.currency = owed.currency
    where shops.payout_phone is not null
      and shops.suspended_at is null
      and owed.sales_fcfa - greatest(coalesce(fees.balance_fcfa, 0), 0) >= greatest(
        shops.payout_minimum_fcfa, (select shop_terms.least_payout_fcfa from shop_terms))
      and (latest.id is null or latest.state in ('PAID', 'REFUSED'))
      and case
        when latest.state = 'REFUSED' and latest.phone = shops.payout_phone then coalesce(latest.retry_at <= ${now}, false)
        when latest.state = 'REFUSED' or latest.retry_at <= ${now} then true
        else shops.payout_rhythm = 'AT_ONCE' or coalesce(latest.created_at < ${since}::timestamptz, true)
          and ${since}::timestamptz is not null
      end
      and shops.payout_rhythm = ${rhythm}
    order by owed.shop_id::text, owed.currency
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** At most `limit` couriers after `after` that have enough to be paid now; as `listShopsToPay`. */
export async function listCouriersToPay(
  db: Database,
  { since, minimumFcfa }: { since: Date | null; minimumFcfa: number },
  { now, after, limit }: { now: Date; after: DuePayee | undefined; limit: number },
): Promise<DuePayee[]> {
  const { rows } = await sql<DuePayee>`
    with owed as (
      select
        case when ledger_accounts.kind = 'COURIER_EARNINGS' then ledger_accounts.owner::uuid end as courier_id,
        ledger_accounts.currency, -ledger_accounts.balance_fcfa as earnings_fcfa
      from ledger_accounts
      where ledger_accounts.kind = 'COURIER_EARNINGS' and ledger_accounts.balance_fcfa < 0
        and (${after === undefined} or (ledger_accounts.owner, ledger_accounts.currency) > (${after?.id ?? ''}, ${after?.currency ?? ''}))
    )
    select couriers.id, owed.currency
    from owed
    join couriers on couriers.id = owed.courier_id
    left join lateral (
      select money_transfers.* from money_transfers
      where money_transfers.courier_id = couriers.id and money_transfers.currency = owed.currency
        and money_transfers.kind = 'COURIER_PAYOUT'
      order by money_transfers.created_at desc, money_transfers.id desc
      limit 1
    ) as latest on true
    where owed.earnings_fcfa >= ${minimumFcfa}::integer
      and (latest.id is null or latest.state in ('PAID', 'REFUSED'))
      and case
        when latest.state = 'REFUSED' and latest.phone = couriers.phone then coalesce(latest.retry_at <= ${now}, false)
        when latest.state = 'REFUSED' or latest.retry_at <= ${now} then true
        else coalesce(latest.created_at < ${since}::timestamptz, true) and ${since}::timestamptz is not null
      end
    order by owed.courier_id::text, owed.currency
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/** A payment that the service can give back by itself. */
export type DuePayment = { shopId: string; id: string }

/** At most `limit` payments that are to be given back, of these providers, and are not being given back yet. */
export async function listPaymentsToGiveBack(
  db: Database,
  { now, providers, limit }: { now: Date; providers: readonly string[]; limit: number },
): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    select payment_requests.shop_id as "shopId", payment_requests.id
    from payment_requests
    left join lateral (
      select money_transfers.state, money_transfers.retry_at from money_transfers
      where money_transfers.payment_request_id = payment_requests.id and money_transfers.kind = 'CUSTOMER_REFUND'
      order by money_transfers.created_at desc, money_transfers.id desc
      limit 1
    ) as latest on true
    where payment_requests.refund_due_at is not null and payment_requests.refunded_at is null
      and payment_requests.provider = any(${[...providers]}::text[])
      and (latest.state is null or latest.state = 'REFUSED' and latest.retry_at <= ${now})
    order by payment_requests.refund_due_at
    limit ${limit}::integer
  `.execute(db)
  return rows
}
