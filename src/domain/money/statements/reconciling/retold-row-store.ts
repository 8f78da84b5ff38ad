import { sql } from 'kysely'
import type { Database, Trx } from '../../../../base/database/open-database.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import type { RowSettlement } from '../../mobile-money/disagreements/disagreement.ts'

/**
 * SQL: whether a row of one file tells the same thing as a row of another: the same references of the
 * provider, one way. Our reference of a delivery alone names all of its payments, so there the time has to be
 * the same as well.
 */
const isSameThing = sql<boolean>`(
  earlier.provider = later.provider and earlier.reference = later.reference
  and earlier.other_reference = later.other_reference and earlier.is_incoming = later.is_incoming
  and earlier.statement_id <> later.statement_id
  and (
    (later.reference <> '' and later.reference !~ '^COL([0-9A-Z]{2,3})?-')
    or (later.other_reference <> '' and later.other_reference !~ '^COL([0-9A-Z]{2,3})?-')
    or earlier.occurred_at = later.occurred_at
  )
)`

/** A row that tells a reference again in another way, and what it was told as before. */
type RetoldRow = {
  rowId: string
  amountFcfa: number
  currency: Currency
  reference: string
  earlierId: string
  earlierFcfa: number
  earlierFeeFcfa: number
  feeFcfa: number
}

/** Sets aside the rows of a statement that tell again, in another way, what an earlier file told. */
export async function setRetoldAside(trx: Trx, statementId: string): Promise<RetoldRow[]> {
  const { rows } = await sql<RetoldRow>`
    with retold as (
      select distinct on (later.id)
        later.id, earlier.amount_fcfa as earlier_fcfa, earlier.fee_fcfa as earlier_fee_fcfa,
        earlier.statement_id
      from provider_statement_rows as later
      join provider_statement_rows as earlier on ${isSameThing}
      where later.statement_id = ${statementId}::uuid and not earlier.is_set_aside
      order by later.id, earlier.id
    )
    update provider_statement_rows
    set is_set_aside = true
    from retold
    where provider_statement_rows.id = retold.id
    returning provider_statement_rows.id as "rowId",
      provider_statement_rows.amount_fcfa::double precision as "amountFcfa",
      provider_statement_rows.fee_fcfa::double precision as "feeFcfa", provider_statement_rows.currency,
      provider_statement_rows.reference, retold.statement_id as "earlierId",
      retold.earlier_fcfa::double precision as "earlierFcfa",
      retold.earlier_fee_fcfa::double precision as "earlierFeeFcfa"
  `.execute(trx)
  return rows
}

/**
 * Lets the later row count, the earlier ones, or both. False where there is no such row any more, or an
 * earlier one would be set aside whose difference was settled: what was booked for it would stand beside the
 * later one.
 */
export async function countRetoldRow(trx: Trx, rowId: string, how: RowSettlement): Promise<boolean> {
  const { rows } = await sql<{ id: string; isSettled: boolean }>`
    select earlier.id, exists (
      select from settled_statement_rows where settled_statement_rows.row_id = earlier.id
    ) as "isSettled"
    from provider_statement_rows as later
    join provider_statement_rows as earlier on ${isSameThing}
    where later.id = ${rowId}::uuid and not earlier.is_set_aside
    for no key update of earlier, later
  `.execute(trx)
  if (how === 'LATER' && rows.some(({ isSettled }) => isSettled)) return false
  const earlierIds = how === 'LATER' ? rows.map(({ id }) => id) : []
  const { numAffectedRows } = await sql`
    update provider_statement_rows
    set is_set_aside = case
      when provider_statement_rows.id = ${rowId}::uuid then ${how === 'EARLIER'} else true end
    where provider_statement_rows.id = ${rowId}::uuid
      or provider_statement_rows.id = any(${earlierIds}::uuid[])
  `.execute(trx)
  return numAffectedRows === BigInt(1 + earlierIds.length)
}

/** How many rows of a statement wait for a person to say whether they count. */
export async function countSetAside(trx: Database, statementId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open
    from provider_statement_rows
    join money_disagreements on money_disagreements.subject = 'row:' || provider_statement_rows.id
      and money_disagreements.settled_at is null
    where provider_statement_rows.statement_id = ${statementId}::uuid and provider_statement_rows.is_set_aside
  `.execute(trx)
  return rows[0]?.open ?? 0
}

/** The rows of a statement, as disagreements name them. */
export async function listRowSubjects(trx: Trx, statementId: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select 'row:' || provider_statement_rows.id as subject
    from provider_statement_rows
    where provider_statement_rows.statement_id = ${statementId}::uuid
  `.execute(trx)
  return rows.map(({ subject }) => subject)
}
