import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../base/database/open-database.ts'
import type { Currency, PayoutRhythm } from '../../../contract/vocabulary.ts'
import type { Rules } from '../../../rules.ts'
import type { AccountKind } from '../ledger/ledger-account.ts'
import type { Payee } from './transfer-row.ts'

/** Who may be paid: shops, of one rhythm where it is given, or couriers. */
export type Payees =
  | { kind: 'SHOP_PAYOUT'; rhythm: PayoutRhythm | null }
  | { kind: 'COURIER_PAYOUT'; minimumFcfa: number }

/** All who may be paid of a kind, whatever their rhythm. */
export const allPayees = (kind: Payee['kind'], rules: Rules): Payees =>
  kind === 'SHOP_PAYOUT' ? { kind, rhythm: null } : { kind, minimumFcfa: rules.COURIER_PAYOUT_MINIMUM_FCFA }

/** What somebody who has enough to be paid is owed, less the fees that they owe where they agreed to that. */
export type Owed = { phone: string; owedFcfa: number; nettedFcfa: number; leastFcfa: number }

/**
 * What is owed to one of `payees`; undefined where nothing is paid to them now: too little is owed, a shop
 * has no number or is suspended. In the transaction that pays, once their accounts are locked.
 */
export async function findOwed(
  trx: Trx,
  payees: Payees,
  payee: { id: string; currency: Currency },
): Promise<Owed | undefined> {
  const { rows } = await sql<Owed>`
    select
      owed.phone, owed.owed_fcfa as "owedFcfa", owed.netted_fcfa as "nettedFcfa",
      owed.least_fcfa as "leastFcfa"
    from (${owedTo(payees, accountsOf(payee))}) as owed
  `.execute(trx)
  return rows[0]
}

/** SQL: the accounts of one who may be paid. */
export const accountsOf = ({ id, currency }: { id: string; currency: Currency }): RawBuilder<unknown> =>
  sql`ledger_accounts.owner = ${id} and ledger_accounts.currency = ${currency}`

/**
 * SQL: those who have enough to be paid, of the accounts that `which` selects, with what is owed to them and
 * the newest payout to them. This alone says who is paid.
 */
export const owedTo = (payees: Payees, which: RawBuilder<unknown>): RawBuilder<unknown> =>
  payees.kind === 'SHOP_PAYOUT' ? shopsOwed(payees.rhythm, which) : couriersOwed(payees.minimumFcfa, which)

const shopsOwed = (rhythm: PayoutRhythm | null, which: RawBuilder<unknown>) => sql`
  select
    shops.id, owed.currency, shops.payout_phone as phone, shops.payout_rhythm = 'AT_ONCE' as is_at_once,
    (owed.amount_fcfa - netted.fcfa)::double precision as owed_fcfa,
    netted.fcfa::double precision as netted_fcfa, minimum.fcfa as least_fcfa, ${newestPayout}
  from (${owedFrom('SHOP_SALES', which)}) as owed
  join shops on shops.id = owed.payee_id
  ${newestTo(sql.ref('money_transfers.shop_id'), 'SHOP_PAYOUT')}
  left join ledger_accounts as fees on shops.payout_nets_fees
    and fees.kind = 'SHOP_FEES' and fees.owner = shops.id::text and fees.currency = owed.currency
  cross join lateral (
    select least(greatest(coalesce(fees.balance_fcfa, 0), 0), owed.amount_fcfa) as fcfa
  ) as netted
  cross join lateral (
    select greatest(
      shops.payout_minimum_fcfa, (select shop_terms.least_payout_fcfa from shop_terms)) as fcfa
  ) as minimum
  where shops.payout_phone is not null
    and shops.suspended_at is null
    and (${rhythm}::text is null or shops.payout_rhythm = ${rhythm}::text)
    and owed.amount_fcfa - netted.fcfa >= minimum.fcfa`

const couriersOwed = (minimumFcfa: number, which: RawBuilder<unknown>) => sql`
  select
    couriers.id, owed.currency, couriers.phone, false as is_at_once,
    owed.amount_fcfa::double precision as owed_fcfa, 0 as netted_fcfa,
    ${minimumFcfa}::integer as least_fcfa, ${newestPayout}
  from (${owedFrom('COURIER_EARNINGS', which)}) as owed
  join couriers on couriers.id = owed.payee_id
  ${newestTo(sql.ref('money_transfers.courier_id'), 'COURIER_PAYOUT')}
  where owed.amount_fcfa >= ${minimumFcfa}::integer`

/** SQL: the newest payout of a kind to each whom something is owed. */
const newestTo = (payee: RawBuilder<unknown>, kind: Payees['kind']) => sql`
  left join lateral (
    select money_transfers.* from money_transfers
    where ${payee} = owed.payee_id and money_transfers.currency = owed.currency
      and money_transfers.kind = ${sql.lit(kind)}
    order by money_transfers.created_at desc, money_transfers.id desc
    limit 1
  ) as newest on true`

const newestPayout = sql`
  newest.id as transfer_id, newest.state, newest.phone as sent_to, newest.retry_at, newest.created_at`

const owedFrom = (kind: AccountKind, which: RawBuilder<unknown>) => sql`
  select
    case when ledger_accounts.kind = ${kind} then ledger_accounts.owner::uuid end as payee_id,
    ledger_accounts.currency, -ledger_accounts.balance_fcfa as amount_fcfa
  from ledger_accounts
  where ledger_accounts.kind = ${kind} and ledger_accounts.balance_fcfa < 0 and ${which}`
