import { sql } from 'kysely'
import { lockByName } from '../../../../base/database/lock-by-name.ts'
import type { Database, OpenDatabase, Trx } from '../../../../base/database/open-database.ts'
import { runInSession } from '../../../../base/database/run-in-session.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { statusesOf } from '../../../deliveries/delivery-store.ts'
import { bookedBetween } from '../../ledger/ledger-store.ts'
import type { Invoice, InvoiceLine, ShopCharges } from './invoice.ts'

/** What the deliveries of a closed month cost each shop, by service. */
type ChargeRow = {
  shopId: string
  currency: Currency
  name: string
  taxId: string | null
  service: InvoiceLine['service']
  count: number
  amountFcfa: number
  retainedFcfa: number
  bookedVatFcfa: number
}

/**
 * What shops are to be invoiced for between two moments, in the order of the shops. The total of a delivery
 * is what the books took from its shop; what of it is a trip or a fee follows from the delivery. It reads all
 * deliveries of the month, which is closed, so nothing of it changes meanwhile.
 */
export async function readCharges(
  database: OpenDatabase,
  { from, until }: { from: Date; until: Date },
): Promise<ShopCharges[]> {
  const rows = await runInSession(
    database,
    sql<ChargeRow>`
      with moved as (
        select
          ledger_postings.shop_id, ledger_postings.currency, ledger_postings.delivery_id,
          ledger_postings.vat_rate, -sum(ledger_entries.amount_fcfa) as to_shop_fcfa,
          coalesce(sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'SHOP_FEES'), 0)
            as owed_fcfa
        from ledger_postings
        join ledger_entries on ledger_entries.posting_id = ledger_postings.id
        join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
          and ledger_accounts.kind in ('SHOP_SALES', 'SHOP_FEES')
        where ledger_postings.kind = 'DELIVERY_ENDED' and ledger_postings.shop_id is not null
          and ${bookedBetween(from, until)}
        group by ledger_postings.id
      ), judged as (
        select
          moved.*, deliveries.price_fcfa, deliveries.payment_mode, deliveries.fee_payer,
          deliveries.status in (${statusesOf('delivered')}) as is_delivered,
          deliveries.status in (${statusesOf('delivered')}) and deliveries.payment_mode = 'CASH_ON_DELIVERY'
            and deliveries.collection = 'SECURE' as is_collected,
          deliveries.goods_amount_fcfa, deliveries.cod_fee_fcfa, deliveries.cancellation_fee_fcfa,
          deliveries.return_fee_fcfa
        from moved
        join deliveries on deliveries.shop_id = moved.shop_id and deliveries.id = moved.delivery_id
      ), charged as (
        select
          judged.*,
          case when judged.is_collected then judged.goods_amount_fcfa else 0 end - judged.to_shop_fcfa
            as total_fcfa,
          case when judged.is_delivered and (not judged.is_collected or judged.fee_payer = 'MERCHANT')
            then judged.price_fcfa else 0 end as trip_fcfa,
          case when judged.is_collected then judged.cod_fee_fcfa else 0 end as collection_fcfa,
          case when judged.is_delivered then 0 else judged.cancellation_fee_fcfa end as cancelled_fcfa,
          case when judged.is_delivered then 0 else judged.return_fee_fcfa end as returned_fcfa
        from judged
      ), waits as (
        select
          ledger_postings.shop_id, ledger_postings.currency, ledger_entries.amount_fcfa,
          ledger_postings.vat_rate
        from ledger_postings
        join ledger_entries on ledger_entries.posting_id = ledger_postings.id
        join ledger_accounts
          on ledger_accounts.id = ledger_entries.account_id and ledger_accounts.kind = 'SHOP_FEES'
        where ledger_postings.kind = 'COURIER_WAITED'
          and ${bookedBetween(from, until)}
      ), lines as (
        select charged.shop_id, charged.currency, line.service, line.amount_fcfa
        from charged
        cross join lateral (values
          (case when charged.is_collected then 'TRIPS_ON_SHOP'
            when charged.payment_mode = 'PREPAID' then 'TRIPS_PREPAID'
            else 'TRIPS_DIRECT' end, charged.trip_fcfa),
          ('COLLECTION_FEES', charged.collection_fcfa),
          ('CANCELLATION_FEES', charged.cancelled_fcfa),
          ('RETURN_FEES', charged.returned_fcfa),
          ('OWN_DISCOUNTS', charged.total_fcfa - charged.trip_fcfa - charged.collection_fcfa
            - charged.cancelled_fcfa - charged.returned_fcfa)
        ) as line (service, amount_fcfa)
        where line.amount_fcfa <> 0
        union all
        select waits.shop_id, waits.currency, 'WAITING_FEES', waits.amount_fcfa from waits
      ), retained as (
        select charged.shop_id, charged.currency, sum(charged.total_fcfa - charged.owed_fcfa) as retained_fcfa
        from charged
        group by charged.shop_id, charged.currency
      ), taxed as (
        select each.shop_id, each.currency,
          sum(round(each.total_fcfa::numeric * each.vat_rate / (10000 + each.vat_rate))) as vat_fcfa
        from (
          select charged.shop_id, charged.currency, charged.total_fcfa, charged.vat_rate from charged
          union all
          select waits.shop_id, waits.currency, waits.amount_fcfa, waits.vat_rate from waits
        ) as each
        group by each.shop_id, each.currency
      )
      select
        lines.shop_id as "shopId", lines.currency, shops.name, shops.tax_id as "taxId", lines.service,
        count(*)::integer as count, sum(lines.amount_fcfa)::double precision as "amountFcfa",
        coalesce(retained.retained_fcfa, 0)::double precision as "retainedFcfa",
        coalesce(taxed.vat_fcfa, 0)::double precision as "bookedVatFcfa"
      from lines
      left join retained on retained.shop_id = lines.shop_id and retained.currency = lines.currency
      left join taxed on taxed.shop_id = lines.shop_id and taxed.currency = lines.currency
      join shops on shops.id = lines.shop_id
      group by lines.shop_id, lines.currency, shops.name, shops.tax_id, lines.service, retained.retained_fcfa,
        taxed.vat_fcfa
      order by lines.shop_id, lines.currency, lines.service
    `,
  )
  const byShop = Map.groupBy(rows, ({ shopId, currency }) => `${shopId} ${currency}`)
  return [...byShop.values()].map(([first, ...rest]) => {
    const { shopId, currency, name, taxId, retainedFcfa, bookedVatFcfa } = first as ChargeRow
    const lines = [first as ChargeRow, ...rest].map(({ service, count, amountFcfa }) => ({
      service,
      count,
      amountFcfa,
    }))
    return { shopId, currency, name, taxId, lines, retainedFcfa, bookedVatFcfa }
  })
}

/** Keeps everybody else from issuing until the transaction ends. */
export async function lockInvoices(trx: Trx): Promise<void> {
  await lockByName(trx, 'invoices')
}

/** The last number of a year; 0 where none was given yet. */
export async function findLastSerial(trx: Trx, year: number): Promise<number> {
  const row = await trx
    .selectFrom('invoices')
    .where('invoices.year', '=', year)
    .select((eb) => eb.fn.max('invoices.serial').as('serial'))
    .executeTakeFirst()
  return row?.serial ?? 0
}

/** Whom a month was invoiced to already, as `shopId currency`. */
export async function listInvoicedShops(trx: Trx, month: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('invoices')
    .where('invoices.month', '=', month)
    .select(['invoices.shop_id', 'invoices.currency'])
    .execute()
  return new Set(rows.map(({ shop_id, currency }) => `${shop_id} ${currency}`))
}

/** Writes invoices, in one statement. */
export async function insertInvoices(trx: Trx, invoices: readonly Invoice[]): Promise<void> {
  await sql`
    insert into invoices (
      id, year, serial, shop_id, month, currency, issued_at, issued_on, seller, buyer, lines, total_fcfa,
      retained_fcfa, vat_rate, vat_fcfa)
    select
      issued.id, issued.year, issued.serial, issued."shopId", issued.month, issued.currency,
      issued."issuedAt", issued."issuedOn", issued.seller, issued.buyer, issued.lines, issued."totalFcfa",
      issued."retainedFcfa", issued."vatRate", issued."vatFcfa"
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as issued (
      id uuid, year integer, serial integer, "shopId" uuid, month text, currency text, "issuedAt" timestamptz,
      "issuedOn" date, seller jsonb, buyer jsonb, lines jsonb, "totalFcfa" bigint, "retainedFcfa" bigint,
      "vatRate" integer, "vatFcfa" bigint)
  `.execute(trx)
}

/** What is read of invoices; `before` is the number from which older ones are listed. */
type InvoiceFilter = {
  id?: string
  shopId?: string
  month?: string
  before?: { year: number; serial: number } | undefined
}

/** Invoices, the last one first, at most `limit`. */
export async function listInvoices(
  db: Database | Trx,
  { id, shopId, month, before }: InvoiceFilter,
  limit: number,
): Promise<Invoice[]> {
  const { rows } = await sql<Invoice>`
    select
      invoices.id, invoices.year, invoices.serial, invoices.shop_id as "shopId", invoices.month,
      invoices.currency, invoices.issued_at as "issuedAt", invoices.issued_on::text as "issuedOn",
      invoices.seller, invoices.buyer, invoices.lines, invoices.total_fcfa::double precision as "totalFcfa",
      invoices.retained_fcfa::double precision as "retainedFcfa", invoices.vat_rate as "vatRate",
      invoices.vat_fcfa::double precision as "vatFcfa"
    from invoices
    where (${id === undefined} or invoices.id = ${id ?? null}::uuid)
      and (${shopId === undefined} or invoices.shop_id = ${shopId ?? null}::uuid)
      and (${month === undefined} or invoices.month = ${month ?? ''})
      and (${before === undefined}
        or (invoices.year, invoices.serial)
          < (${before?.year ?? 0}::integer, ${before?.serial ?? 0}::integer))
    order by invoices.year desc, invoices.serial desc
    limit ${limit}
  `.execute(db)
  return rows
}
