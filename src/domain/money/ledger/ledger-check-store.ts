import { sql } from 'kysely'

/** What the books must fulfil, in words: they are what the command line prints. */
export const ledgerRules = {
  ONE_CURRENCY: 'A posting has one currency',
  SUMS_TO_ZERO: 'A posting sums to 0',
  BALANCES: 'A balance is the sum of its entries',
  SHOP_SETTLED: 'An ended delivery is settled with its shop',
  COURIER_SETTLED: 'An ended delivery is settled with its courier',
  COMPANY_SETTLED: 'An ended delivery is earned by the company',
  TAX_BOOKED: 'The tax that earnings include is booked to its own account',
  WAITS: 'A courier’s wait that is paid for is owed by its shop',
  CHARGES: 'A customer who was charged twice, or for nothing, is given the surplus back',
  PAID_TWICE: 'Nobody has received more than was due to them',
  TRANSFERS: 'Money that is sent leaves what is owed, and comes back when it is refused',
  OWNERS: 'What is booked for a delivery, a payment or a transfer is of its own shop, courier and provider',
  HOLDINGS: 'Customers’ money is held until it is settled or given back',
  MOVES: 'Money that was moved or counted is booked as it was noted',
  TRIPS_PREPAID: 'What a shop paid first for its trips is on its account',
  PROVIDER_STATEMENTS: 'What lies with a provider is what it said last, and what was booked since',
} as const
export type LedgerRule = keyof typeof ledgerRules

/** Something that the books contradict, as a check prints it. */
export type LedgerFault = {
  /** Which rule is broken. */
  rule: LedgerRule
  /** What breaks it: the cause of a posting, an account, a delivery. */
  subject: string
  expectedFcfa: number
  foundFcfa: number
}

/** How many faults of a kind are named; there are never any, so the first tell enough. */
export const namedFaults = 20

/** SQL: postings that do not sum to 0, or that touch an account of another currency. */
export const unbalancedPostings = sql<LedgerFault>`
  select
    case when bool_or(ledger_accounts.currency <> ledger_postings.currency) then 'ONE_CURRENCY'
      else 'SUMS_TO_ZERO' end as rule,
    ledger_postings.cause as subject, 0 as "expectedFcfa",
    coalesce(sum(ledger_entries.amount_fcfa), 0)::double precision as "foundFcfa"
  from ledger_postings
  left join ledger_entries on ledger_entries.posting_id = ledger_postings.id
  left join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
  group by ledger_postings.id, ledger_postings.cause
  having coalesce(sum(ledger_entries.amount_fcfa), 0) <> 0 or count(ledger_entries.account_id) < 2
    or bool_or(ledger_accounts.currency <> ledger_postings.currency)
  limit ${namedFaults}
`

/** SQL: accounts whose balance is not the sum of their entries. */
export const wrongBalances = sql<LedgerFault>`
  select
    'BALANCES' as rule,
    concat_ws(' ', ledger_accounts.kind, nullif(ledger_accounts.owner, ''), ledger_accounts.currency)
      as subject,
    coalesce(sum(ledger_entries.amount_fcfa), 0)::double precision as "expectedFcfa",
    ledger_accounts.balance_fcfa::double precision as "foundFcfa"
  from ledger_accounts
  left join ledger_entries on ledger_entries.account_id = ledger_accounts.id
  group by ledger_accounts.id
  having ledger_accounts.balance_fcfa <> coalesce(sum(ledger_entries.amount_fcfa), 0)
  limit ${namedFaults}
`

/** SQL: how much is booked. */
export const bookedCounts = sql<{ postings: number; entries: number }>`
  select
    (select count(*) from ledger_postings)::double precision as postings,
    (select count(*) from ledger_entries)::double precision as entries
`
