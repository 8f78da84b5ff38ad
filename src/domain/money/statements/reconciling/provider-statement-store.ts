import { sql } from 'kysely'
import type { Database, OpenDatabase, Trx } from '../../../../base/database/open-database.ts'
import { runInSession } from '../../../../base/database/run-in-session.ts'
import { firstIdAt } from '../../../../base/kernel/clock.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { providerOfFloat } from '../../mobile-money/provider-float.ts'
import type { ComparedItem } from './difference.ts'
import type { ProviderRow } from './provider-file.ts'

/** A statement of a provider, as it was imported. */
export type ProviderStatement = {
  id: string
  provider: string
  currency: Currency
  fileRows: number
  firstAt: Date
  lastAt: Date
  closingFcfa: number | null
  importedAt: Date
  confirmedAt: Date | null
}

/** Writes a statement unless this file was imported before; returns the id of whichever is kept. */
export async function insertStatement(
  trx: Trx,
  statement: Omit<ProviderStatement, 'confirmedAt'> & { fileSha256: string; importedBy: string },
): Promise<{ id: string; isNew: boolean }> {
  const { id, provider, currency, fileSha256 } = statement
  await sql`
    insert into provider_statements (
      id, provider, currency, file_sha256, file_rows, first_at, last_at, closing_fcfa, imported_at,
      imported_by)
    values (
      ${id}, ${provider}, ${currency}, ${fileSha256}, ${statement.fileRows}, ${statement.firstAt},
      ${statement.lastAt}, ${statement.closingFcfa}, ${statement.importedAt}, ${statement.importedBy})
    on conflict on constraint file_is_imported_once do nothing
  `.execute(trx)
  const kept = await trx
    .selectFrom('provider_statements')
    .where('provider_statements.provider', '=', provider)
    .where('provider_statements.currency', '=', currency)
    .where('provider_statements.file_sha256', '=', fileSha256)
    .select('provider_statements.id')
    .executeTakeFirstOrThrow()
  return { id: kept.id, isNew: kept.id === id }
}

/** Writes rows of a statement, except those that another file had; returns how many are new. */
export async function insertStatementRows(
  trx: Trx,
  { statementId, provider, currency }: { statementId: string; provider: string; currency: Currency },
  rows: readonly (ProviderRow & { id: string })[],
): Promise<number> {
  const { rows: written } = await sql`
    insert into provider_statement_rows (
      id, statement_id, provider, currency, row_key, occurred_at, reference, other_reference, is_incoming,
      amount_fcfa, fee_fcfa)
    select
      read.id, ${statementId}::uuid, ${provider}, ${currency}, read.key, read."occurredAt", read.reference,
      read."otherReference", read."isIncoming", read."amountFcfa", read."feeFcfa"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as read (
      id uuid, key text, "occurredAt" timestamptz, reference text, "otherReference" text,
      "isIncoming" boolean, "amountFcfa" bigint, "feeFcfa" bigint)
    order by read.key
    on conflict on constraint provider_row_is_kept_once do nothing
    returning provider_statement_rows.id
  `.execute(trx)
  return written.length
}

/** Those of these rows that another file told with another fee, each under a key of its own. */
export async function listOtherFees<Row extends ProviderRow>(
  trx: Trx,
  { statementId, provider, currency }: { statementId: string; provider: string; currency: Currency },
  rows: readonly Row[],
): Promise<Row[]> {
  const { rows: kept } = await sql<{ key: string; feeFcfa: number }>`
    select provider_statement_rows.row_key as key,
      provider_statement_rows.fee_fcfa::double precision as "feeFcfa"
    from provider_statement_rows
    where provider_statement_rows.provider = ${provider} and provider_statement_rows.currency = ${currency}
      and provider_statement_rows.row_key = any(${rows.map(({ key }) => key)}::text[])
      and provider_statement_rows.statement_id <> ${statementId}::uuid
  `.execute(trx)
  const fees = new Map(kept.map(({ key, feeFcfa }) => [key, feeFcfa]))
  return rows
    .filter(({ key, feeFcfa }) => (fees.get(key) ?? feeFcfa) !== feeFcfa)
    .map((row) => ({ ...row, key: `${row.key} FEE ${row.feeFcfa}` }))
}

/** Statements, the last imported one first, at most `limit`. */
export async function listProviderStatements(
  db: Database | Trx,
  { id }: { id?: string },
  limit: number,
): Promise<ProviderStatement[]> {
  const { rows } = await sql<ProviderStatement>`
    select
      provider_statements.id, provider_statements.provider, provider_statements.currency,
      provider_statements.file_rows as "fileRows", provider_statements.first_at as "firstAt",
      provider_statements.last_at as "lastAt",
      provider_statements.closing_fcfa::double precision as "closingFcfa",
      provider_statements.imported_at as "importedAt", provider_statements.confirmed_at as "confirmedAt"
    from provider_statements
    where (${id === undefined} or provider_statements.id = ${id ?? null}::uuid)
    order by provider_statements.imported_at desc, provider_statements.id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/** How long before and after each other a provider and we may date the same thing. */
const datesDiffer = sql`interval '3 days'`
const uuidText = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const asId = (column: string) =>
  sql`case when ${sql.ref(column)} ~ ${uuidText} then ${sql.ref(column)}::uuid end`

/**
 * What a statement and the books say of the same things: each row of the statement, and what the books have
 * in its time and no statement has. A row names a payment or a transfer of ours by our id, by the provider's
 * reference or by the reference that we gave it; several payments of one delivery are taken in their order.
 * At most `limit` items that differ or were settled, those still open first; `compared` counts all.
 */
export function compareStatement(
  database: OpenDatabase,
  { id, provider, currency, firstAt, lastAt }: ProviderStatement,
  { limit, subject }: { limit: number; subject?: string },
): Promise<(ComparedItem & { compared: number; open: number; openFcfa: number })[]> {
  const firstId = firstIdAt(new Date(firstAt.getTime() - 24 * 60 * 60_000))
  const owner = providerOfFloat(provider)
  return runInSession(
    database,
    sql`
      with said as materialized (
        select
          provider_statement_rows.*,
          case when provider_statement_rows.is_incoming then provider_statement_rows.amount_fcfa
            else -provider_statement_rows.amount_fcfa end - provider_statement_rows.fee_fcfa as net_fcfa,
          row_number() over (
            partition by provider_statement_rows.is_incoming,
              case when provider_statement_rows.other_reference ~ '^COL([0-9A-Z]{2,3})?-'
                then provider_statement_rows.other_reference else provider_statement_rows.reference end
            order by provider_statement_rows.occurred_at, provider_statement_rows.id
          ) as nth
        from provider_statement_rows
        where provider_statement_rows.provider = ${provider}
          and provider_statement_rows.currency = ${currency}
          and not provider_statement_rows.is_set_aside
          and provider_statement_rows.occurred_at between ${firstAt}::timestamptz - ${datesDiffer}
            and ${lastAt}::timestamptz + ${datesDiffer}
      ), matched as materialized (
        select said.*, ours.subject
        from said
        left join lateral (
          select ranked.subject
          from (
            select 'payment:' || payment_requests.id as subject, 1 as rank
            from payment_requests
            where payment_requests.id in (${asId('said.reference')}, ${asId('said.other_reference')})
            union all
            select 'transfer:' || money_transfers.id, 1
            from money_transfers
            where money_transfers.id in (${asId('said.reference')}, ${asId('said.other_reference')})
            union all
            select 'payment:' || payment_requests.id, 2
            from payment_requests
            where payment_requests.provider_ref in (said.reference, nullif(said.other_reference, ''))
              and payment_requests.provider = ${owner}
            union all
            select 'transfer:' || money_transfers.id, 2
            from money_transfers
            where money_transfers.provider_ref in (said.reference, nullif(said.other_reference, ''))
              and money_transfers.provider = ${owner}
            union all
            select 'transfer:' || money_transfers.id, 3
            from money_transfers
            where money_transfers.reference in (said.reference, said.other_reference)
            union all
            select 'move:' || money_moves.id, 3
            from money_moves
            where money_moves.reference in (said.reference, nullif(said.other_reference, ''))
              and money_moves.reference <> '' and money_moves.currency = ${currency}
              and case when said.is_incoming then (money_moves.to_kind, money_moves.to_owner)
                else (money_moves.from_kind, money_moves.from_owner) end
                = ('PROVIDER_FLOAT'::text, ${provider}::text)
            union all
            select of_delivery.subject, 4
            from (
              select 'payment:' || payment_requests.id as subject
              from deliveries
              join payment_requests on payment_requests.shop_id = deliveries.shop_id
                and payment_requests.delivery_id = deliveries.id
              where said.is_incoming and deliveries.reference in (said.reference, said.other_reference)
                and payment_requests.provider = ${owner} and payment_requests.state = 'PAID'
              order by payment_requests.ended_at, payment_requests.id
              offset said.nth - 1 limit 1
            ) as of_delivery
          ) as ranked
          order by ranked.rank
          limit 1
        ) as ours on true
      ), in_books as (
        select
          case
            when ledger_postings.kind = 'TRANSFER_PAID'
              then 'transfer:' || split_part(ledger_postings.cause, ':', 2)
            when ledger_postings.kind = 'MONEY_MOVED'
              then 'move:' || split_part(ledger_postings.cause, ':', 2)
            when ledger_postings.kind like 'DISAGREEMENT_%'
              then split_part(ledger_postings.cause, ':', 2)
                || ':' || split_part(ledger_postings.cause, ':', 3)
            else 'payment:' || split_part(ledger_postings.cause, ':', 2)
          end as subject,
          ledger_postings.booked_at
        from ledger_accounts
        join ledger_entries on ledger_entries.account_id = ledger_accounts.id
          and ledger_entries.posting_id >= ${firstId}::uuid
        join ledger_postings on ledger_postings.id = ledger_entries.posting_id
        where ledger_accounts.kind = 'PROVIDER_FLOAT' and ledger_accounts.owner = ${provider}
          and ledger_accounts.currency = ${currency}
          and ledger_postings.kind in (
            'PAYMENT_RECEIVED', 'TRIP_PREPAID', 'TRANSFER_PAID', 'MONEY_MOVED', 'DISAGREEMENT_BOOKED',
            'DISAGREEMENT_SETTLED')
          and ledger_postings.booked_at between ${firstAt}::timestamptz and ${lastAt}::timestamptz
      ), told as (
        select
          coalesce(matched.subject, 'row:' || matched.id) as subject, matched.net_fcfa, matched.fee_fcfa,
          matched.occurred_at, matched.reference, 'row:' || matched.id as row_subject,
          matched.statement_id = ${id}::uuid as is_here, true as is_said
        from matched
        union all
        select in_books.subject, null, 0, in_books.booked_at, null, null, false, false
        from in_books
      ), items as (
        -- Both are brought together by grouping: a join of what has no statistics compares each with each.
        select
          told.subject, sum(told.net_fcfa) as statement_fcfa, sum(told.fee_fcfa) as fee_fcfa,
          coalesce(min(told.occurred_at) filter (where told.is_said), min(told.occurred_at)) as occurred_at,
          min(told.reference) as reference,
          array_agg(told.row_subject) filter (where told.is_said) as row_subjects
        from told
        group by told.subject
        having bool_or(told.is_here) or not bool_or(told.is_said)
      ), compared as (
        select
          items.*, case when suspended.standing_fcfa is null then booked.net_fcfa
            else coalesce(booked.net_fcfa, 0) + suspended.standing_fcfa end as books_fcfa,
          booked.fee_fcfa as books_fee_fcfa, booked.delivery_id, settled.amount_fcfa as settled_fcfa,
          settled.settlements, settled.last_cause
        from items
        left join lateral (
          select
            sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'PROVIDER_FLOAT')
              as net_fcfa,
            coalesce(sum(ledger_entries.amount_fcfa) filter (where ledger_accounts.kind = 'PROVIDER_FEES'), 0)
              as fee_fcfa,
            min(ledger_postings.delivery_id::text)::uuid as delivery_id
          from ledger_postings
          join ledger_entries on ledger_entries.posting_id = ledger_postings.id
          join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
            and ledger_accounts.owner = ${provider}
          where ledger_postings.cause = case split_part(items.subject, ':', 1)
            when 'payment' then 'payment-request:' || split_part(items.subject, ':', 2)
            when 'transfer' then items.subject || ':paid' when 'move' then items.subject end
        ) as booked on true
        -- What stands in suspense, since the provider said it otherwise than it was ordered.
        left join money_disagreements as suspended on suspended.subject = items.subject
          and suspended.standing_currency = ${currency}
        left join lateral (
          select
            coalesce(sum(settled_differences.amount_fcfa), 0) as amount_fcfa, count(*) as settlements,
            (array_agg(settled_differences.cause order by settled_differences.number desc))[1] as last_cause
          from settled_differences
          where settled_differences.subject = any(items.subject || items.row_subjects)
        ) as settled on true
      ), judged as (
        select
          compared.*,
          coalesce(compared.statement_fcfa, 0) - coalesce(compared.books_fcfa, 0) - compared.settled_fcfa
            as open_fcfa,
          count(*) over () as all_items,
          count(*) filter (where coalesce(compared.statement_fcfa, 0) - coalesce(compared.books_fcfa, 0)
            - compared.settled_fcfa <> 0) over () as open_items,
          sum(coalesce(compared.statement_fcfa, 0) - coalesce(compared.books_fcfa, 0)
            - compared.settled_fcfa) over () as all_open_fcfa
        from compared
      ), shown as (
        select * from judged
        where (judged.open_fcfa <> 0 or judged.settlements > 0)
          and (${subject === undefined} or judged.subject = ${subject ?? ''})
        order by judged.open_fcfa = 0, judged.occurred_at, judged.subject
        limit ${limit}
      )
      select
        shown.subject, shown.reference as "statementReference",
        array(select split_part(named, ':', 2) from unnest(shown.row_subjects) as named) as "rowIds",
        coalesce(money_transfers.reference, deliveries.reference, money_moves.reference) as "ownReference",
        shown.occurred_at as "occurredAt",
        shown.statement_fcfa::double precision as "statementFcfa",
        shown.books_fcfa::double precision as "booksFcfa",
        shown.fee_fcfa::double precision as "statementFeeFcfa",
        shown.books_fee_fcfa::double precision as "booksFeeFcfa",
        coalesce(shown.settled_fcfa, 0)::double precision as "settledFcfa",
        coalesce(shown.settlements, 0)::integer as settlements,
        (select ledger_postings.note from ledger_postings where ledger_postings.cause = shown.last_cause)
          as "lastReason",
        totals.all_items::integer as compared, coalesce(totals.open_items, 0)::integer as open,
        coalesce(totals.all_open_fcfa, 0)::double precision as "openFcfa"
      from (select 0 as always) as one
      left join (
        select judged.all_items, judged.open_items, judged.all_open_fcfa from judged limit 1
      ) as totals on true
      left join shown on true
      left join money_transfers on shown.subject like 'transfer:%'
        and money_transfers.id = split_part(shown.subject, ':', 2)::uuid
      left join money_moves on shown.subject like 'move:%'
        and money_moves.id = split_part(shown.subject, ':', 2)::uuid
      left join payment_requests on shown.subject like 'payment:%'
        and payment_requests.id = split_part(shown.subject, ':', 2)::uuid
      left join deliveries on deliveries.shop_id = payment_requests.shop_id
        and deliveries.id = payment_requests.delivery_id
      order by coalesce(shown.open_fcfa, 0) = 0, shown.occurred_at, shown.subject
    `,
  )
}

/**
 * What lies with a provider by the books, as of a moment: what is booked, less what happened later. A
 * difference counts from when the thing happened that it settles, whenever it was booked.
 */
export async function floatAt(
  database: OpenDatabase,
  { provider, currency, at }: { provider: string; currency: Currency; at: Date },
): Promise<number> {
  const firstId = firstIdAt(new Date(at.getTime() - 24 * 60 * 60_000))
  const [row] = await runInSession<{ floatFcfa: number }>(
    database,
    sql`
      select (ledger_accounts.balance_fcfa - coalesce((
        select sum(ledger_entries.amount_fcfa)
        from ledger_entries
        join ledger_postings on ledger_postings.id = ledger_entries.posting_id
        left join settled_differences on settled_differences.cause = ledger_postings.cause
        where ledger_entries.account_id = ledger_accounts.id and ledger_entries.posting_id >= ${firstId}::uuid
          and coalesce(settled_differences.occurred_at, ledger_postings.booked_at) > ${at}::timestamptz
      ), 0))::double precision as "floatFcfa"
      from ledger_accounts
      where ledger_accounts.kind = 'PROVIDER_FLOAT' and ledger_accounts.owner = ${provider}
        and ledger_accounts.currency = ${currency}
    `,
  )
  return row?.floatFcfa ?? 0
}

/** Notes what settles a difference; false when somebody else settled it meanwhile. */
export async function insertSettlement(
  trx: Trx,
  settlement: {
    subject: string
    number: number
    provider: string
    currency: Currency
    amountFcfa: number
    cause: string
    occurredAt: Date
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into settled_differences (subject, number, provider, currency, amount_fcfa, cause, occurred_at)
    values (
      ${settlement.subject}, ${settlement.number}, ${settlement.provider}, ${settlement.currency},
      ${settlement.amountFcfa}, ${settlement.cause}, ${settlement.occurredAt})
    on conflict do nothing
    returning settled_differences.number
  `.execute(trx)
  return rows.length === 1
}

/** Notes since when the float is known to equal a statement's balance; false when it was noted before. */
export async function confirmStatementBalance(trx: Trx, id: string, now: Date): Promise<boolean> {
  const changed = await trx
    .updateTable('provider_statements')
    .set({ confirmed_at: now })
    .where('provider_statements.id', '=', id)
    .where('provider_statements.confirmed_at', 'is', null)
    .returning('provider_statements.id')
    .executeTakeFirst()
  return changed !== undefined
}
