import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { Currency } from '../../../contract/vocabulary.ts'
import type { MoneyMove, MoneyPlace } from './money-move.ts'

const moveColumns = sql`
  money_moves.id, json_build_object('kind', money_moves.from_kind, 'owner', money_moves.from_owner) as "from",
  json_build_object('kind', money_moves.to_kind, 'owner', money_moves.to_owner) as "to", money_moves.currency,
  money_moves.amount_fcfa::double precision as "amountFcfa",
  money_moves.fee_fcfa::double precision as "feeFcfa",
  money_moves.reference, money_moves.moved_at as "movedAt", money_moves.note`

/** A move that was noted. */
export async function findMove(trx: Trx, id: string): Promise<MoneyMove | undefined> {
  const { rows } = await sql<MoneyMove>`
    select ${moveColumns} from money_moves where money_moves.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** What was moved between two moments, the last first, at most `limit` times. */
export async function listMoves(
  db: Database,
  { from, until }: { from: Date; until: Date },
  limit: number,
): Promise<MoneyMove[]> {
  const { rows } = await sql<MoneyMove>`
    select ${moveColumns}
    from money_moves
    where money_moves.moved_at >= ${from}::timestamptz and money_moves.moved_at < ${until}::timestamptz
    order by money_moves.moved_at desc, money_moves.id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/** Writes a move. */
export async function insertMove(
  trx: Trx,
  move: MoneyMove,
  { now, actor }: { now: Date; actor: string },
): Promise<void> {
  const { id, from, to, currency, amountFcfa, feeFcfa, reference, note, movedAt } = move
  await sql`
    insert into money_moves (
      id, from_kind, from_owner, to_kind, to_owner, currency, amount_fcfa, fee_fcfa, reference, note,
      moved_at, noted_at, noted_by)
    values (
      ${id}, ${from.kind}, ${from.owner}, ${to.kind}, ${to.owner}, ${currency}, ${amountFcfa}, ${feeFcfa},
      ${reference}, ${note}, ${movedAt}, ${now}, ${actor})
  `.execute(trx)
}

/**
 * Until when what lies on accounts with providers is confirmed by their statements, the latest of them; null
 * for none.
 */
export async function findConfirmedUntil(
  trx: Trx,
  places: readonly MoneyPlace[],
  currency: Currency,
): Promise<Date | null> {
  const accounts = places.filter(({ kind }) => kind === 'PROVIDER_FLOAT').map(({ owner }) => owner)
  const { rows } = await sql<{ until: Date | null }>`
    select max(provider_statements.last_at) as until
    from provider_statements
    where provider_statements.confirmed_at is not null and provider_statements.currency = ${currency}
      and provider_statements.provider = any(${accounts}::text[])
  `.execute(trx)
  return rows[0]?.until ?? null
}

/** What was counted in the till. */
export type TillCount = {
  id: string
  currency: Currency
  countedFcfa: number
  bookedFcfa: number
  note: string
  countedAt: Date
}

const countColumns = sql`
  money_counts.id, money_counts.currency, money_counts.counted_fcfa::double precision as "countedFcfa",
  money_counts.booked_fcfa::double precision as "bookedFcfa", money_counts.note,
  money_counts.counted_at as "countedAt"`

/** A count that was noted. */
export async function findCount(trx: Trx, id: string): Promise<TillCount | undefined> {
  const { rows } = await sql<TillCount>`
    select ${countColumns} from money_counts where money_counts.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** The last count of each currency between two moments. */
export async function listLastCounts(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<TillCount[]> {
  const { rows } = await sql<TillCount>`
    select distinct on (money_counts.currency) ${countColumns}
    from money_counts
    where money_counts.counted_at >= ${from}::timestamptz and money_counts.counted_at < ${until}::timestamptz
    order by money_counts.currency, money_counts.counted_at desc, money_counts.id desc
  `.execute(db)
  return rows
}

/** Writes a count. */
export async function insertCount(trx: Trx, count: TillCount, actor: string): Promise<void> {
  await sql`
    insert into money_counts (id, currency, counted_fcfa, booked_fcfa, note, counted_at, counted_by)
    values (
      ${count.id}, ${count.currency}, ${count.countedFcfa}, ${count.bookedFcfa}, ${count.note},
      ${count.countedAt}, ${actor})
  `.execute(trx)
}
