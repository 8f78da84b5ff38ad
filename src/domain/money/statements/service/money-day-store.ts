import { sql } from 'kysely'
import type { Database, OpenDatabase } from '../../../../base/database/open-database.ts'
import { runInSession } from '../../../../base/database/run-in-session.ts'
import { firstIdAt } from '../../../../base/kernel/clock.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import type { PostingKind } from '../../ledger/ledger-posting.ts'

/** The accounts that a day's end looks at: where money lies, and what is on its way or unexplained. */
export type DayAccountKind = 'PROVIDER_FLOAT' | 'CASH' | 'BANK' | 'MONEY_SENT' | 'SUSPENSE'

/** What one kind of posting moved on an account in a day; no kind where nothing moved. */
export type DayRow = {
  kind: DayAccountKind
  owner: string
  currency: Currency
  openingFcfa: number
  closingFcfa: number
  postingKind: PostingKind | null
  count: number
  inFcfa: number
  outFcfa: number
  lastAt: Date | null
}

/**
 * What lay on each account as a day began and as it ended, and what moved on it meanwhile. What was before
 * follows from what the accounts hold now, so that only postings since that day are read.
 */
export function readDayRows(
  database: OpenDatabase,
  { from, until }: { from: Date; until: Date },
): Promise<DayRow[]> {
  const firstId = firstIdAt(new Date(from.getTime() - 24 * 60 * 60_000))
  return runInSession(
    database,
    sql<DayRow>`
      with accounts as materialized (
        select ledger_accounts.* from ledger_accounts
        where ledger_accounts.kind in ('PROVIDER_FLOAT', 'CASH', 'BANK', 'MONEY_SENT', 'SUSPENSE')
      ), since as materialized (
        select
          accounts.id, ledger_postings.kind, ledger_postings.booked_at < ${until}::timestamptz as is_of_day,
          count(*) as count, max(ledger_postings.booked_at) as last_at,
          sum(ledger_entries.amount_fcfa) as moved_fcfa,
          coalesce(sum(ledger_entries.amount_fcfa) filter (where ledger_entries.amount_fcfa > 0), 0)
            as in_fcfa
        from accounts
        join ledger_entries
          on ledger_entries.account_id = accounts.id and ledger_entries.posting_id >= ${firstId}::uuid
        join ledger_postings on ledger_postings.id = ledger_entries.posting_id
        where ledger_postings.booked_at >= ${from}::timestamptz
        group by 1, 2, 3
      )
      select
        accounts.kind, accounts.owner, accounts.currency,
        (accounts.balance_fcfa - totals.since_fcfa)::double precision as "openingFcfa",
        (accounts.balance_fcfa - totals.after_fcfa)::double precision as "closingFcfa",
        moved.kind as "postingKind", coalesce(moved.count, 0)::integer as count,
        coalesce(moved.in_fcfa, 0)::double precision as "inFcfa",
        coalesce(moved.in_fcfa - moved.moved_fcfa, 0)::double precision as "outFcfa",
        moved.last_at as "lastAt"
      from accounts
      cross join lateral (
        select
          coalesce(sum(since.moved_fcfa), 0) as since_fcfa,
          coalesce(sum(since.moved_fcfa) filter (where not since.is_of_day), 0) as after_fcfa
        from since
        where since.id = accounts.id
      ) as totals
      left join since as moved on moved.id = accounts.id and moved.is_of_day
      order by accounts.currency, accounts.kind, accounts.owner, moved.kind
    `,
  )
}

/** Until when a provider's statement confirmed what lies on its account, and how much it was. */
export type ConfirmedFloat = { owner: string; currency: Currency; until: Date; closingFcfa: number }

/** The newest confirmed statement of each account. */
export async function listConfirmedFloats(db: Database): Promise<ConfirmedFloat[]> {
  const { rows } = await sql<ConfirmedFloat>`
    select distinct on (provider_statements.provider, provider_statements.currency)
      provider_statements.provider as owner, provider_statements.currency,
      provider_statements.last_at as until,
      provider_statements.closing_fcfa::double precision as "closingFcfa"
    from provider_statements
    where provider_statements.confirmed_at is not null
    order by provider_statements.provider, provider_statements.currency, provider_statements.last_at desc
  `.execute(db)
  return rows
}
