import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import { isItsRefund } from '../mobile-money/refund-store.ts'
import { accountsOf, owedTo, type Payees } from './owed-payee-store.ts'
import type { TransferRow } from './transfer-row.ts'

/** Somebody who may be paid now. */
export type DuePayee = { id: string; currency: Currency }

/**
 * At most `limit` payees after `after` that have enough to be paid and can be now: without an open payout,
 * and not refused before unless their number has changed or their time to be tried again has come. With
 * `isTurn` also those who were never paid; whoever was is paid once their turn is noted (`noteTurns`), for
 * the rest of what one payout could not hold, or at once.
 */
export async function listDuePayees(
  db: Database,
  payees: Payees,
  { isTurn, now, after, limit }: { isTurn: boolean; now: Date; after: DuePayee | undefined; limit: number },
): Promise<DuePayee[]> {
  const isAfter = sql`(${after === undefined}
    or (ledger_accounts.owner, ledger_accounts.currency) > (${after?.id ?? ''}, ${after?.currency ?? ''}))`
  const { rows } = await sql<DuePayee>`
    select payees.id, payees.currency
    from (${owedTo(payees, isAfter)}) as payees
    where case payees.state
      when 'PAID' then payees.is_at_once or coalesce(payees.retry_at <= ${now}, false)
      when 'REFUSED' then payees.phone <> payees.sent_to or coalesce(payees.retry_at <= ${now}, false)
      else payees.state is null and ${isTurn}::boolean
    end
    order by payees.id::text, payees.currency
    limit ${limit}::integer
  `.execute(db)
  return rows
}

/**
 * Notes with the newest payout of everybody who has enough to be paid, and was paid none since `since`, that
 * it is their turn. Whoever cannot be paid now, while that payout is under way or an earlier refusal is in
 * doubt, is once they can. One that was refused has its own time to be tried again, and then for all that is
 * owed.
 */
export function noteTurns(db: Database, payees: Payees, since: Date, now: Date): Promise<unknown> {
  return noteTurnsOf(db, owedTo(payees, sql`true`), sql`payees.created_at < ${since}`, now)
}

/**
 * Notes with a payout that it is its payee's turn, where it is the newest to them and enough is left to be
 * paid.
 */
export function noteTurnAfter(
  trx: Trx,
  payees: Payees,
  { id, shop_id, courier_id, currency }: TransferRow,
  now: Date,
): Promise<unknown> {
  const owed = owedTo(payees, accountsOf({ id: shop_id ?? courier_id ?? '', currency }))
  return noteTurnsOf(trx, owed, sql`payees.transfer_id = ${id}`, now)
}

/** In one order, since every process notes them. */
const noteTurnsOf = (
  db: Database | Trx,
  owed: RawBuilder<unknown>,
  isMeant: RawBuilder<unknown>,
  now: Date,
): Promise<unknown> =>
  sql`
    update money_transfers
    set retry_at = ${now}
    where money_transfers.state <> 'REFUSED' and money_transfers.id in (
      select money_transfers.id
      from (${owed}) as payees
      join money_transfers on money_transfers.id = payees.transfer_id
      where money_transfers.state <> 'REFUSED' and ${isMeant}
      order by money_transfers.id
      for update of money_transfers
    )
  `.execute(db)

/** A payment that the service can give back by itself. */
export type DuePayment = { shopId: string; id: string }

/**
 * At most `limit` payments that are to be given back, of these providers, and are not being given back yet.
 */
export async function listPaymentsToGiveBack(
  db: Database,
  { now, providers, limit }: { now: Date; providers: readonly string[]; limit: number },
): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    select payment_requests.shop_id as "shopId", payment_requests.id
    from payment_requests
    left join lateral (
      select money_transfers.state, money_transfers.retry_at from money_transfers
      where ${isItsRefund}
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
