import { sql } from 'kysely'
import type { Database, OpenDatabase } from '../../../../base/database/open-database.ts'
import { runInSession } from '../../../../base/database/run-in-session.ts'
import { firstIdAt } from '../../../../base/kernel/clock.ts'
import type { Currency, DeliveryStatus, TransferState } from '../../../../contract/vocabulary.ts'
import { statusesOf } from '../../../deliveries/delivery-store.ts'
import type { PostingKind } from '../../ledger/ledger-posting.ts'
import { bookedBetween } from '../../ledger/ledger-store.ts'
import type { StatementRefund, StatementTransfer } from './shop-statement.ts'
import type { StatementPeriod } from './statement-period.ts'

/** Whose statement, in which currency, of which days. */
export type StatementOf = { shopId: string; currency: Currency; period: StatementPeriod }

/** A posting of the shop's accounts, with what the period comes to, which every row repeats. */
type StatementRow = {
  id: string | null
  bookedAt: Date
  postingKind: PostingKind
  note: string | null
  toShopFcfa: number
  /** What was booked for the shop until this line, since the period began; of sales alone in `soldFcfa`. */
  throughFcfa: number
  soldFcfa: number
  deliveryId: string | null
  reference: string | null
  externalRef: string | null
  status: DeliveryStatus | null
  goodsFcfa: number
  priceFcfa: number
  discountFcfa: number
  tripFcfa: number
  codFeeFcfa: number
  cancellationFeeFcfa: number
  returnFeeFcfa: number
  waitingFeeFcfa: number
  ownDiscountFcfa: number
  transferReference: string | null
  transferState: TransferState | null
  transferAmountFcfa: number
  nettedFcfa: number
  transferCreatedAt: Date
  transferEndedAt: Date | null
  openingFcfa: number
  closingFcfa: number
  /** What is owed of sales when the period begins. */
  salesBeforeFcfa: number
  /** What was being paid of sales by then and was refused since, which is owed as well. */
  takenBackFcfa: number
  lines: number
  deliveries: number
  goodsSumFcfa: number
  tripSumFcfa: number
  codFeeSumFcfa: number
  feesSumFcfa: number
  ownDiscountSumFcfa: number
  paidOutFcfa: number
  settledFeesFcfa: number
  paidByShopFcfa: number
  otherFcfa: number
}

/** How much earlier than its id a posting may say that it happened in the future: clocks differ a little. */
const clocksDifferMs = 24 * 60 * 60_000

/**
 * The postings of a shop's two accounts in a period, `limit` of them after `skipped`, and what all of them
 * come to; one row without a line where there are none. It is one statement, so that lines and balances are
 * of one moment. Postings are never booked for a time after their own, so those of earlier ids are not read:
 * what was before follows from what the accounts hold now.
 */
export function readStatementRows(
  database: OpenDatabase,
  { shopId, currency, period: { from, until } }: StatementOf,
  { limit, skipped }: { limit: number; skipped: number },
): Promise<StatementRow[]> {
  const firstId = firstIdAt(new Date(from.getTime() - clocksDifferMs))
  return runInSession(
    database,
    sql<StatementRow>`
      with accounts as materialized (
        select ledger_accounts.id, ledger_accounts.kind, ledger_accounts.balance_fcfa
        from ledger_accounts
        where ledger_accounts.kind in ('SHOP_SALES', 'SHOP_FEES')
          and ledger_accounts.owner = ${shopId} and ledger_accounts.currency = ${currency}
      ), moved as materialized (
        select
          ledger_entries.posting_id, -sum(ledger_entries.amount_fcfa) as to_shop_fcfa,
          coalesce(-sum(ledger_entries.amount_fcfa) filter (where accounts.kind = 'SHOP_SALES'), 0)
            as sales_fcfa
        from accounts
        join ledger_entries on ledger_entries.account_id = accounts.id
          and ledger_entries.posting_id >= ${firstId}::uuid
        group by ledger_entries.posting_id
      ), since as materialized (
        select
          ledger_postings.id, ledger_postings.cause, ledger_postings.kind, ledger_postings.shop_id,
          ledger_postings.delivery_id, ledger_postings.booked_at, ledger_postings.note,
          moved.to_shop_fcfa, moved.sales_fcfa,
          case ledger_postings.kind when 'DELIVERY_ENDED' then 0 when 'TRANSFER_REFUSED' then 2 else 1 end
            as rank
        from moved
        join ledger_postings on ledger_postings.id = moved.posting_id
        where ledger_postings.booked_at >= ${from}::timestamptz
      ), explained as (
        select
          since.*, coalesce(deliveries.reference, subject.reference) as reference,
          coalesce(deliveries.external_ref, subject.external_ref) as external_ref, deliveries.status,
          case when since.kind = 'COURIER_WAITED' then -since.to_shop_fcfa else 0 end as waiting_fee_fcfa,
          case when terms.is_collected then deliveries.goods_amount_fcfa else 0 end as goods_fcfa,
          case when terms.is_delivered then deliveries.price_fcfa else 0 end as price_fcfa,
          case when terms.is_delivered
            then terms.trip_before_discounts_fcfa - deliveries.price_fcfa else 0 end as discount_fcfa,
          case when terms.is_delivered and (not terms.is_collected or deliveries.fee_payer = 'MERCHANT')
            then deliveries.price_fcfa else 0 end as trip_fcfa,
          case when terms.is_collected then deliveries.cod_fee_fcfa else 0 end as cod_fee_fcfa,
          case when terms.is_delivered then 0 else deliveries.cancellation_fee_fcfa end
            as cancellation_fee_fcfa,
          case when terms.is_delivered then 0 else deliveries.return_fee_fcfa end as return_fee_fcfa,
          money_transfers.reference as transfer_reference, money_transfers.state as transfer_state,
          money_transfers.amount_fcfa as transfer_fcfa, money_transfers.netted_fcfa,
          money_transfers.created_at as transfer_created_at, money_transfers.ended_at as transfer_ended_at
        from since
        left join deliveries on since.kind = 'DELIVERY_ENDED'
          and deliveries.shop_id = since.shop_id and deliveries.id = since.delivery_id
        left join deliveries as subject on since.kind in ('COURIER_WAITED', 'TRIP_PREPAID')
          and subject.shop_id = since.shop_id and subject.id = since.delivery_id
        left join lateral (
          select
            deliveries.status in (${statusesOf('delivered')}) as is_delivered,
            deliveries.status in (${statusesOf('delivered')}) and deliveries.payment_mode = 'CASH_ON_DELIVERY'
              and deliveries.collection = 'SECURE' as is_collected,
            (select coalesce(sum((line ->> 'amountFcfa')::integer), 0)
              from jsonb_array_elements(deliveries.price_working -> 'lines') as line)
              as trip_before_discounts_fcfa
        ) as terms on true
        left join money_transfers on money_transfers.id = case when since.cause like 'transfer:%'
          then split_part(since.cause, ':', 2)::uuid end
        where since.booked_at < ${until}::timestamptz
      ), lines as materialized (
        select
          explained.*,
          case when explained.status is null then 0 else
            explained.goods_fcfa - explained.trip_fcfa - explained.cod_fee_fcfa
              - explained.cancellation_fee_fcfa - explained.return_fee_fcfa - explained.to_shop_fcfa
            end as own_discount_fcfa,
          sum(explained.to_shop_fcfa) over in_order as through_fcfa,
          sum(case when explained.kind in ('DELIVERY_ENDED', 'CREDIT_NOTE_ISSUED')
            then explained.sales_fcfa else 0 end) over in_order as sold_fcfa
        from explained
        window in_order as (
          order by explained.booked_at, explained.rank, explained.id rows unbounded preceding)
      ), sums as (
        select
          count(*) as lines,
          count(*) filter (where lines.kind = 'DELIVERY_ENDED') as deliveries,
          coalesce(sum(lines.goods_fcfa), 0) as goods_fcfa,
          coalesce(sum(lines.trip_fcfa), 0) as trip_fcfa,
          coalesce(sum(lines.cod_fee_fcfa), 0) as cod_fee_fcfa,
          coalesce(sum(lines.cancellation_fee_fcfa + lines.return_fee_fcfa + lines.waiting_fee_fcfa), 0)
            as fees_fcfa,
          coalesce(sum(lines.own_discount_fcfa), 0) as own_discount_fcfa,
          coalesce(-sum(lines.to_shop_fcfa) filter (
            where lines.kind in ('TRANSFER_BEGUN', 'TRANSFER_REFUSED', 'PAYOUT_RECORDED')), 0)
            as paid_out_fcfa,
          coalesce(sum(case lines.kind when 'TRANSFER_BEGUN' then lines.netted_fcfa
            when 'TRANSFER_REFUSED' then -lines.netted_fcfa else 0 end), 0) as settled_fees_fcfa,
          coalesce(sum(lines.to_shop_fcfa) filter (
            where lines.kind in ('SHOP_PAYMENT_RECORDED', 'TRIP_PREPAID')), 0) as paid_by_shop_fcfa,
          coalesce(sum(lines.to_shop_fcfa) filter (where lines.status is null and lines.kind not in (
            'COURIER_WAITED', 'TRANSFER_BEGUN', 'TRANSFER_REFUSED', 'PAYOUT_RECORDED',
            'SHOP_PAYMENT_RECORDED', 'TRIP_PREPAID')), 0)
            as other_fcfa
        from lines
      ), balances as (
        select
          coalesce((select -sum(accounts.balance_fcfa) from accounts), 0)
            - coalesce((select sum(since.to_shop_fcfa) from since), 0) as opening_fcfa,
          coalesce((select -sum(accounts.balance_fcfa) from accounts), 0)
            - coalesce((select sum(since.to_shop_fcfa) from since
                where since.booked_at >= ${until}::timestamptz), 0) as closing_fcfa,
          coalesce((select -sum(accounts.balance_fcfa) from accounts where accounts.kind = 'SHOP_SALES'), 0)
            - coalesce((select sum(since.sales_fcfa) from since), 0) as sales_before_fcfa,
          coalesce((
            select sum(refused.sales_fcfa)
            from (
              -- One that began since as well comes to 0.
              select sum(since.sales_fcfa) as sales_fcfa
              from since
              where since.kind in ('TRANSFER_BEGUN', 'TRANSFER_REFUSED')
              group by split_part(since.cause, ':', 2)
              having bool_or(since.kind = 'TRANSFER_REFUSED')
            ) as refused
          ), 0) as taken_back_fcfa
      )
      select
        shown.id, shown.booked_at as "bookedAt", shown.kind as "postingKind", shown.note,
        shown.to_shop_fcfa::double precision as "toShopFcfa",
        shown.through_fcfa::double precision as "throughFcfa",
        shown.sold_fcfa::double precision as "soldFcfa",
        shown.delivery_id as "deliveryId", shown.reference, shown.external_ref as "externalRef", shown.status,
        shown.goods_fcfa as "goodsFcfa", shown.price_fcfa as "priceFcfa",
        shown.discount_fcfa::double precision as "discountFcfa", shown.trip_fcfa as "tripFcfa",
        shown.cod_fee_fcfa as "codFeeFcfa", shown.cancellation_fee_fcfa as "cancellationFeeFcfa",
        shown.return_fee_fcfa as "returnFeeFcfa",
        coalesce(shown.waiting_fee_fcfa, 0)::double precision as "waitingFeeFcfa",
        shown.own_discount_fcfa::double precision as "ownDiscountFcfa",
        shown.transfer_reference as "transferReference", shown.transfer_state as "transferState",
        shown.transfer_fcfa as "transferAmountFcfa", shown.netted_fcfa as "nettedFcfa",
        shown.transfer_created_at as "transferCreatedAt", shown.transfer_ended_at as "transferEndedAt",
        balances.opening_fcfa::double precision as "openingFcfa",
        balances.closing_fcfa::double precision as "closingFcfa",
        balances.sales_before_fcfa::double precision as "salesBeforeFcfa",
        balances.taken_back_fcfa::double precision as "takenBackFcfa",
        sums.lines::integer as lines, sums.deliveries::integer as deliveries,
        sums.goods_fcfa::double precision as "goodsSumFcfa",
        sums.trip_fcfa::double precision as "tripSumFcfa",
        sums.cod_fee_fcfa::double precision as "codFeeSumFcfa",
        sums.fees_fcfa::double precision as "feesSumFcfa",
        sums.own_discount_fcfa::double precision as "ownDiscountSumFcfa",
        sums.paid_out_fcfa::double precision as "paidOutFcfa",
        sums.settled_fees_fcfa::double precision as "settledFeesFcfa",
        sums.paid_by_shop_fcfa::double precision as "paidByShopFcfa",
        sums.other_fcfa::double precision as "otherFcfa"
      from balances
      cross join sums
      left join (
        select * from lines order by lines.booked_at, lines.rank, lines.id limit ${limit} offset ${skipped}
      ) as shown on true
      order by shown.booked_at, shown.rank, shown.id
    `,
  )
}

/** The payments to a shop since a moment that were not refused, in their order. */
export async function listPayoutsSince(
  db: Database,
  { shopId, currency, from }: { shopId: string; currency: Currency; from: Date },
): Promise<StatementTransfer[]> {
  return db
    .selectFrom('money_transfers')
    .where('money_transfers.shop_id', '=', shopId)
    .where('money_transfers.kind', '=', 'SHOP_PAYOUT')
    .where('money_transfers.currency', '=', currency)
    .where('money_transfers.state', '!=', 'REFUSED')
    .where('money_transfers.created_at', '>=', from)
    .orderBy('money_transfers.created_at')
    .orderBy('money_transfers.id')
    .select([
      'money_transfers.reference as reference',
      'money_transfers.state as state',
      'money_transfers.amount_fcfa as amountFcfa',
      'money_transfers.netted_fcfa as nettedFcfa',
      'money_transfers.created_at as createdAt',
      'money_transfers.ended_at as endedAt',
    ])
    .execute()
}

/** What customers of a shop got back in a period, at most `limit` times. */
export async function listStatementRefunds(
  db: Database,
  { shopId, currency, period: { from, until } }: StatementOf,
  limit: number,
): Promise<StatementRefund[]> {
  const { rows } = await sql<StatementRefund>`
    select
      ledger_postings.booked_at as at, deliveries.reference as "deliveryReference",
      ledger_entries.amount_fcfa::double precision as "amountFcfa",
      money_transfers.reference, money_transfers.state
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
      and ledger_accounts.kind = 'CUSTOMER_MONEY'
    left join deliveries on deliveries.shop_id = ledger_postings.shop_id
      and deliveries.id = ledger_postings.delivery_id
    left join money_transfers on money_transfers.id = case when ledger_postings.cause like 'transfer:%'
      then split_part(ledger_postings.cause, ':', 2)::uuid end
    where ledger_postings.shop_id = ${shopId}::uuid and ledger_postings.currency = ${currency}
      and ledger_postings.kind in ('REFUND_RECORDED', 'TRANSFER_BEGUN', 'TRANSFER_REFUSED')
      and ${bookedBetween(from, until)}
    order by ledger_postings.booked_at, ledger_postings.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** The currencies in which anything was booked for a shop. */
export async function listCurrenciesOf(db: Database, shopId: string): Promise<Currency[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .where('ledger_accounts.kind', 'in', ['SHOP_SALES', 'SHOP_FEES'])
    .where('ledger_accounts.owner', '=', shopId)
    .select('ledger_accounts.currency')
    .distinct()
    .orderBy('ledger_accounts.currency')
    .execute()
  return rows.map(({ currency }) => currency)
}
