import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import type { Account, AccountKind } from './ledger-account.ts'
import type { Entry, PostingKind } from './ledger-posting.ts'

/** A posting with its id, and when it is booked. */
type BookedPosting = {
  id: string
  cause: string
  kind: PostingKind
  currency: Currency
  shopId: string | null
  deliveryId: string | null
  bookedAt: Date
  note: string | null
  vatRate?: number | null
  entries: readonly Entry[]
}

/** SQL: whether a posting was booked from one moment on, and before another. */
export const bookedBetween = (from: Date, until: Date) =>
  sql`ledger_postings.booked_at >= ${from}::timestamptz and ledger_postings.booked_at < ${until}::timestamptz`

/** Opens those of these accounts that do not exist; `id` is used for new ones. */
export async function openAccounts(trx: Trx, accounts: readonly (Account & { id: string })[]): Promise<void> {
  await sql`
    with wanted as (
      select *
      from unnest(
        ${accounts.map(({ id }) => id)}::uuid[], ${accounts.map(({ kind }) => kind)}::text[],
        ${accounts.map(({ owner }) => owner)}::text[], ${accounts.map(({ currency }) => currency)}::text[]
      ) as wanted (id, kind, owner, currency)
    )
    insert into ledger_accounts (id, kind, owner, currency)
    select wanted.id, wanted.kind, wanted.owner, wanted.currency
    from wanted
    where not exists (
      select from ledger_accounts
      where ledger_accounts.kind = wanted.kind and ledger_accounts.owner = wanted.owner
        and ledger_accounts.currency = wanted.currency
    )
    order by wanted.kind, wanted.owner, wanted.currency
    on conflict do nothing
  `.execute(trx)
}

/**
 * Writes postings with their entries, except those whose cause is booked already; returns the causes that are
 * new.
 */
export async function insertPostings(trx: Trx, postings: readonly BookedPosting[]): Promise<string[]> {
  const entries = postings.flatMap(({ id, currency, entries: each }) =>
    each.map((entry) => ({ ...entry, postingId: id, currency })),
  )
  const { rows } = await sql<{ cause: string }>`
    with booked as (
      insert into ledger_postings (id, cause, kind, currency, shop_id, delivery_id, booked_at, note, vat_rate)
      select *
      from unnest(
        ${postings.map(({ id }) => id)}::uuid[], ${postings.map(({ cause }) => cause)}::text[],
        ${postings.map(({ kind }) => kind)}::text[], ${postings.map(({ currency }) => currency)}::text[],
        ${postings.map(({ shopId }) => shopId)}::uuid[],
        ${postings.map(({ deliveryId }) => deliveryId)}::uuid[],
        ${postings.map(({ bookedAt }) => bookedAt)}::timestamptz[],
        ${postings.map(({ note }) => note)}::text[],
        ${postings.map(({ vatRate }) => vatRate ?? null)}::integer[]
      )
      on conflict on constraint ledger_posting_is_made_once do nothing
      returning ledger_postings.id, ledger_postings.cause
    ), written as (
      insert into ledger_entries (posting_id, account_id, amount_fcfa)
      select booked.id, ledger_accounts.id, entry.amount_fcfa
      from unnest(
        ${entries.map(({ postingId }) => postingId)}::uuid[], ${entries.map(({ kind }) => kind)}::text[],
        ${entries.map(({ owner }) => owner)}::text[], ${entries.map(({ currency }) => currency)}::text[],
        ${entries.map(({ amountFcfa }) => amountFcfa)}::bigint[]
      ) as entry (posting_id, kind, owner, currency, amount_fcfa)
      join booked on booked.id = entry.posting_id
      join ledger_accounts on ledger_accounts.kind = entry.kind and ledger_accounts.owner = entry.owner
        and ledger_accounts.currency = entry.currency
    )
    select booked.cause from booked
  `.execute(trx)
  return rows.map(({ cause }) => cause)
}

/** What is booked for a cause, and how much it moved; undefined while nothing is. */
export async function findBooked(
  trx: Trx,
  cause: string,
): Promise<{ shopId: string | null; currency: Currency; amountFcfa: number } | undefined> {
  const { rows } = await sql<{ shopId: string | null; currency: Currency; amountFcfa: number }>`
    select
      ledger_postings.shop_id as "shopId", ledger_postings.currency,
      (
        select sum(ledger_entries.amount_fcfa)::double precision from ledger_entries
        where ledger_entries.posting_id = ledger_postings.id and ledger_entries.amount_fcfa > 0
      ) as "amountFcfa"
    from ledger_postings
    where ledger_postings.cause = ${cause}
  `.execute(trx)
  return rows[0]
}

/** The first moment that is not in a closed month; null while no month is closed. */
export async function findOpenSince(db: Database | Trx): Promise<Date | null> {
  const { rows } = await sql<{ openSince: Date | null }>`
    select max(ledger_closed_months.open_since) as "openSince"
    from ledger_closed_months
  `.execute(db)
  return rows[0]?.openSince ?? null
}

/**
 * The balance of an account: debits are positive. Balances stay far below 2^53, so a double holds each
 * exactly.
 */
export type AccountBalance = Account & { balanceFcfa: number }

/** The balances of every account, or of those of one owner. */
export async function listBalances(
  db: Database | Trx,
  { kinds, owner }: { kinds?: readonly AccountKind[]; owner?: string } = {},
): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select
      ledger_accounts.kind, ledger_accounts.owner, ledger_accounts.currency,
      ledger_accounts.balance_fcfa::double precision as "balanceFcfa"
    from ledger_accounts
    where (${kinds === undefined} or ledger_accounts.kind = any(${[...(kinds ?? [])]}::text[]))
      and (${owner === undefined} or ledger_accounts.owner = ${owner ?? ''})
    order by ledger_accounts.currency, ledger_accounts.kind, ledger_accounts.owner
  `.execute(db)
  return rows
}

/** Locks those of these accounts that exist, in the order of their ids, and reads their balances. */
export async function lockBalances(trx: Trx, accounts: readonly Account[]): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select
      ledger_accounts.kind, ledger_accounts.owner, ledger_accounts.currency,
      ledger_accounts.balance_fcfa::double precision as "balanceFcfa"
    from ledger_accounts
    where (ledger_accounts.kind, ledger_accounts.owner, ledger_accounts.currency) in (
      select *
      from unnest(
        ${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ owner }) => owner)}::text[],
        ${accounts.map(({ currency }) => currency)}::text[]
      )
    )
    order by ledger_accounts.id
    for no key update
  `.execute(trx)
  return rows
}

/** What is booked of one delivery, or of one cause, the first first. */
type BookedEntry = {
  cause: string
  postingKind: PostingKind
  bookedAt: Date
  note: string | null
  kind: AccountKind
  owner: string
  amountFcfa: number
}

/** The entries of everything that was booked for one delivery. */
export async function listEntriesOfDelivery(db: Database | Trx, deliveryId: string): Promise<BookedEntry[]> {
  const { rows } = await sql<BookedEntry>`
    select
      ledger_postings.cause, ledger_postings.kind as "postingKind", ledger_postings.booked_at as "bookedAt",
      ledger_postings.note, ledger_accounts.kind, ledger_accounts.owner,
      ledger_entries.amount_fcfa::double precision as "amountFcfa"
    from ledger_postings
    join ledger_entries on ledger_entries.posting_id = ledger_postings.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    where ledger_postings.delivery_id = ${deliveryId}::uuid
    order by ledger_postings.booked_at, ledger_postings.id, ledger_accounts.kind, ledger_accounts.owner
  `.execute(db)
  return rows
}

/** What all accounts of a kind come to in a currency; those of providers are told apart. */
export type KindTotal = AccountBalance & { accounts: number }

/** The totals of the books: one line for each kind and currency, and one for each provider. */
export async function sumBalances(db: Database): Promise<KindTotal[]> {
  const { rows } = await sql<KindTotal>`
    select
      ledger_accounts.kind, ledger_accounts.currency,
      case when ledger_accounts.kind in ('PROVIDER_FLOAT', 'MONEY_SENT', 'PROVIDER_FEES')
        then ledger_accounts.owner else '' end as owner,
      sum(ledger_accounts.balance_fcfa)::double precision as "balanceFcfa",
      count(*)::integer as accounts
    from ledger_accounts
    group by 1, 2, 3
    order by 2, 1, 3
  `.execute(db)
  return rows
}
