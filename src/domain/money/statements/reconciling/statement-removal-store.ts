import { sql } from 'kysely'
import type { Database, Trx } from '../../../../base/database/open-database.ts'

/**
 * Why an import stays: its balance is the float's, one of its rows is settled, or a later file has rows of
 * it.
 */
type RemovalRefusal = 'CONFIRMED' | 'SETTLED' | 'SHARED'

/** What is removed with an import, and what keeps it from being removed; null for nothing. */
export type StatementRemoval = { keptRows: number; refusal: RemovalRefusal | null }

export async function readRemoval(db: Database | Trx, statementId: string): Promise<StatementRemoval> {
  const { rows } = await sql<StatementRemoval>`
    select
      (
        select count(*) from provider_statement_rows
        where provider_statement_rows.statement_id = provider_statements.id
      )::integer as "keptRows",
      case
        when provider_statements.confirmed_at is not null then 'CONFIRMED'
        when exists (
          select from provider_statement_rows
          join settled_statement_rows on settled_statement_rows.row_id = provider_statement_rows.id
          where provider_statement_rows.statement_id = provider_statements.id
        ) or exists (
          select from provider_statement_rows
          join money_disagreements on money_disagreements.subject = 'row:' || provider_statement_rows.id
          where provider_statement_rows.statement_id = provider_statements.id
            and money_disagreements.settled_at is not null
        ) then 'SETTLED'
        when exists (
          select from provider_statement_overlaps
          where provider_statement_overlaps.earlier_id = provider_statements.id
        ) then 'SHARED'
      end as refusal
    from provider_statements
    where provider_statements.id = ${statementId}::uuid
  `.execute(db)
  return rows[0] ?? { keptRows: 0, refusal: null }
}

/**
 * Keeps everybody from importing, confirming and settling anything of a statement until the transaction ends,
 * once those who are at it have finished. Returns whether there is such a statement.
 */
export async function lockForRemoval(trx: Trx, statementId: string): Promise<boolean> {
  await sql`lock table provider_statements in share row exclusive mode`.execute(trx)
  const { rows } = await sql`
    select from provider_statements where provider_statements.id = ${statementId}::uuid for update
  `.execute(trx)
  return rows.length === 1
}

/** Deletes a statement with its rows. */
export async function deleteStatement(trx: Trx, statementId: string): Promise<void> {
  await trx
    .deleteFrom('provider_statement_rows')
    .where('provider_statement_rows.statement_id', '=', statementId)
    .execute()
  await trx.deleteFrom('provider_statements').where('provider_statements.id', '=', statementId).execute()
}

/**
 * Keeps a statement, and those that these rows are of, from being removed until the transaction ends. Returns
 * whether the statement is there, and which of the rows are.
 */
export async function holdStatements(
  trx: Trx,
  { statementId, rowIds }: { statementId: string; rowIds: readonly string[] },
): Promise<{ isThere: boolean; rows: number }> {
  const { rows: held } = await sql<{ id: string }>`
    select provider_statements.id
    from provider_statements
    where provider_statements.id = ${statementId}::uuid or provider_statements.id in (
      select provider_statement_rows.statement_id from provider_statement_rows
      where provider_statement_rows.id = any(${[...rowIds]}::uuid[])
    )
    order by provider_statements.id
    for key share
  `.execute(trx)
  const { rows } = await sql`
    select from provider_statement_rows where provider_statement_rows.id = any(${[...rowIds]}::uuid[])
  `.execute(trx)
  return { isThere: held.some(({ id }) => id === statementId), rows: rows.length }
}

/** Notes which rows of statements a settlement is about: they stay as long as it does, which is for good. */
export async function insertSettledRows(
  trx: Trx,
  { subject, number, rowIds }: { subject: string; number: number; rowIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into settled_statement_rows (row_id, subject, number)
    select row_id, ${subject}, ${number}::integer from unnest(${[...rowIds]}::uuid[]) as row_id
  `.execute(trx)
}

/** Notes which earlier imports have rows of a statement, of those with these keys. */
export async function insertOverlaps(
  trx: Trx,
  { statementId, provider, currency }: { statementId: string; provider: string; currency: string },
  keys: readonly string[],
): Promise<void> {
  await sql`
    insert into provider_statement_overlaps (statement_id, earlier_id)
    select distinct ${statementId}::uuid, provider_statement_rows.statement_id
    from provider_statement_rows
    where provider_statement_rows.provider = ${provider} and provider_statement_rows.currency = ${currency}
      and provider_statement_rows.row_key = any(${[...keys]}::text[])
      and provider_statement_rows.statement_id <> ${statementId}::uuid
    on conflict do nothing
  `.execute(trx)
}

/** Notes which earlier imports have rows that a statement tells in another way. */
export async function insertOverlapsWith(
  trx: Trx,
  statementId: string,
  earlierIds: readonly string[],
): Promise<void> {
  await sql`
    insert into provider_statement_overlaps (statement_id, earlier_id)
    select ${statementId}::uuid, earlier_id from unnest(${[...earlierIds]}::uuid[]) as earlier_id
    on conflict do nothing
  `.execute(trx)
}
