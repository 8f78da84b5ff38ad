import { sql } from 'kysely'
import { lockByName } from '../../../../base/database/lock-by-name.ts'
import type { Database, Trx } from '../../../../base/database/open-database.ts'
import type { CreditNote } from './credit-note.ts'

/**
 * The last number of a year; 0 where none was given yet. Whoever gives the next holds the series
 * (`lockCreditNotes`).
 */
export async function findLastCreditSerial(trx: Trx, year: number): Promise<number> {
  const row = await trx
    .selectFrom('credit_notes')
    .where('credit_notes.year', '=', year)
    .select((eb) => eb.fn.max('credit_notes.serial').as('serial'))
    .executeTakeFirst()
  return row?.serial ?? 0
}

/** Keeps everybody else from issuing credit notes until the transaction ends. */
export async function lockCreditNotes(trx: Trx): Promise<void> {
  await lockByName(trx, 'credit notes')
}

export async function insertCreditNote(trx: Trx, note: CreditNote): Promise<void> {
  await trx
    .insertInto('credit_notes')
    .values({
      id: note.id,
      year: note.year,
      serial: note.serial,
      invoice_id: note.invoiceId,
      issued_at: note.issuedAt,
      issued_on: note.issuedOn,
      seller: JSON.stringify(note.seller),
      buyer: JSON.stringify(note.buyer),
      lines: JSON.stringify(note.lines),
      total_fcfa: note.totalFcfa,
      vat_fcfa: note.vatFcfa,
      reason: note.reason,
    })
    .execute()
}

/**
 * Credit notes by their ids, or of these invoices, the last one first. An invoice has few: each is at least a
 * franc of it.
 */
export async function listCreditNotes(
  db: Database | Trx,
  { ids = [], invoiceIds = [] }: { ids?: readonly string[]; invoiceIds?: readonly string[] },
): Promise<CreditNote[]> {
  const { rows } = await sql<CreditNote>`
    select
      credit_notes.id, credit_notes.year, credit_notes.serial, credit_notes.invoice_id as "invoiceId",
      credit_notes.issued_at as "issuedAt", credit_notes.issued_on::text as "issuedOn", credit_notes.seller,
      credit_notes.buyer, credit_notes.lines, credit_notes.total_fcfa::double precision as "totalFcfa",
      credit_notes.vat_fcfa::double precision as "vatFcfa", credit_notes.reason
    from credit_notes
    where credit_notes.id = any(${[...ids]}::uuid[])
      or credit_notes.invoice_id = any(${[...invoiceIds]}::uuid[])
    order by credit_notes.year desc, credit_notes.serial desc
  `.execute(db)
  return rows
}
