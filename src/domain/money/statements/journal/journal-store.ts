import { sql } from 'kysely'
import { lockByName } from '../../../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../../../base/database/open-database.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { courierFullName } from '../../../couriers/courier-store.ts'
import type { AccountKind } from '../../ledger/ledger-account.ts'
import type { PostingKind } from '../../ledger/ledger-posting.ts'
import { bookedBetween } from '../../ledger/ledger-store.ts'
import type { MappedAccount } from './account-plan.ts'

/** One side of a posting, as a journal needs it. */
export type JournalRow = {
  postingId: string
  bookedAt: Date
  kind: PostingKind
  note: string | null
  /** The delivery that it is about. */
  reference: string | null
  account: AccountKind
  owner: string
  /** The name of the shop or the courier whose account it is. */
  partner: string | null
  amountFcfa: number
}

/** What the operator set. */
export async function listMappedAccounts(db: Database | Trx): Promise<MappedAccount[]> {
  const { rows } = await sql<MappedAccount>`
    select journal_accounts.kind, journal_accounts.owner, journal_accounts.account
    from journal_accounts
    order by journal_accounts.kind, journal_accounts.owner
  `.execute(db)
  return rows
}

/** Sets all of it anew, and keeps others from it until the transaction ends. */
export async function replaceMappedAccounts(trx: Trx, mapped: readonly MappedAccount[]): Promise<void> {
  await lockByName(trx, 'journal accounts')
  await trx.deleteFrom('journal_accounts').execute()
  if (mapped.length > 0)
    await trx
      .insertInto('journal_accounts')
      .values([...mapped])
      .execute()
}

/** The providers that have accounts of their own. */
export async function listProviderAccounts(
  db: Database,
  kinds: readonly AccountKind[],
): Promise<{ kind: AccountKind; owner: string }[]> {
  const { rows } = await sql<{ kind: AccountKind; owner: string }>`
    select distinct ledger_accounts.kind, ledger_accounts.owner
    from ledger_accounts
    where ledger_accounts.kind = any(${[...kinds]}::text[]) and ledger_accounts.owner <> ''
    order by ledger_accounts.kind, ledger_accounts.owner
    limit 200
  `.execute(db)
  return rows
}

/** Where a list of postings goes on: after the last one that was read. */
export type JournalCursor = { bookedAt: string; postingId: string } | null

/**
 * The postings of a span, whole, in their order, at most `limit` of them after `cursor`; those of a currency.
 * The times of the cursor are texts, which keep the microseconds that a Date loses.
 */
export async function readPostings(
  db: Database,
  { from, until, currency }: { from: Date; until: Date; currency: Currency },
  cursor: JournalCursor,
  limit: number,
): Promise<{ rows: JournalRow[]; next: JournalCursor }> {
  const { rows } = await sql<JournalRow & { exactly: string }>`
    with chosen as materialized (
      select ledger_postings.*
      from ledger_postings
      where ${bookedBetween(from, until)}
        and ledger_postings.currency = ${currency}
        and (${cursor === null} or (ledger_postings.booked_at, ledger_postings.id)
          > (${cursor?.bookedAt ?? null}::timestamptz, ${cursor?.postingId ?? null}::uuid))
      order by ledger_postings.booked_at, ledger_postings.id
      limit ${limit}
    )
    select
      chosen.id as "postingId", chosen.booked_at as "bookedAt", chosen.booked_at::text as exactly,
      chosen.kind, chosen.note, deliveries.reference, ledger_accounts.kind as account, ledger_accounts.owner,
      coalesce(shops.name, ${courierFullName}) as partner,
      ledger_entries.amount_fcfa::double precision as "amountFcfa"
    from chosen
    join ledger_entries on ledger_entries.posting_id = chosen.id
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    left join deliveries on deliveries.shop_id = chosen.shop_id and deliveries.id = chosen.delivery_id
    left join shops
      on ledger_accounts.kind in ('SHOP_SALES', 'SHOP_FEES') and shops.id::text = ledger_accounts.owner
    left join couriers
      on ledger_accounts.kind = 'COURIER_EARNINGS' and couriers.id::text = ledger_accounts.owner
    order by chosen.booked_at, chosen.id, ledger_entries.amount_fcfa < 0, ledger_accounts.kind,
      ledger_accounts.owner
  `.execute(db)
  const last = rows.at(-1)
  return { rows, next: last ? { bookedAt: last.exactly, postingId: last.postingId } : null }
}
