import { sql } from 'kysely'
import type { Database } from '../../../../base/database/open-database.ts'
import type { Currency, TransferState } from '../../../../contract/vocabulary.ts'

/** A payout to a courier. */
export type CourierPayout = {
  reference: string
  state: TransferState
  currency: Currency
  amountFcfa: number
  createdAt: Date
  endedAt: Date | null
  /** How somebody was paid by hand; null for what the service sent. */
  note: string | null
}

/** What a courier was paid, and what is owed to them in each currency in which they ever earned. */
export type CourierMoney = { payouts: CourierPayout[]; owed: { currency: Currency; fcfa: number }[] }

/** What a courier was paid between two moments, at most `limit` times, and what is owed to them in all. */
export async function readCourierMoney(
  db: Database,
  { courierId, from, until }: { courierId: string; from: Date; until: Date },
  limit: number,
): Promise<CourierMoney> {
  const payouts = await db
    .selectFrom('money_transfers')
    .where('money_transfers.courier_id', '=', courierId)
    .where('money_transfers.created_at', '>=', from)
    .where('money_transfers.created_at', '<', until)
    .orderBy('money_transfers.created_at')
    .orderBy('money_transfers.id')
    .limit(limit)
    .select([
      'money_transfers.reference as reference',
      'money_transfers.state as state',
      'money_transfers.currency as currency',
      'money_transfers.amount_fcfa as amountFcfa',
      'money_transfers.created_at as createdAt',
      'money_transfers.ended_at as endedAt',
      'money_transfers.note as note',
    ])
    .execute()
  return { payouts, owed: await readOwedToCourier(db, courierId) }
}

/** What is owed to a courier in all. */
export async function readOwedToCourier(db: Database, courierId: string): Promise<CourierMoney['owed']> {
  const { rows } = await sql<CourierMoney['owed'][number]>`
    select ledger_accounts.currency, (-ledger_accounts.balance_fcfa)::double precision as fcfa
    from ledger_accounts
    where ledger_accounts.kind = 'COURIER_EARNINGS' and ledger_accounts.owner = ${courierId}
    order by ledger_accounts.currency
  `.execute(db)
  return rows
}
