import { sql } from 'kysely'
import type { Due } from '../../../../base/database/first-due.ts'
import { keyRows } from '../../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../../base/database/open-database.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import type { FiscalAnswer, FiscalKind, FiscalStamp } from './fiscal-device.ts'

/** What is to be signed, or was. */
export type FiscalRow = {
  kind: FiscalKind
  id: string
  shopId: string
  state: 'DUE' | 'SENDING' | 'SIGNED' | 'REFUSED' | 'UNCERTAIN'
  dueAt: Date
  attempts: number
  pendingRef: string | null
  fault: string | null
  stamp: FiscalStamp | null
}

const columns = sql`
  fiscal_documents.kind, fiscal_documents.id, fiscal_documents.shop_id as "shopId", fiscal_documents.state,
  fiscal_documents.due_at as "dueAt", fiscal_documents.attempts, fiscal_documents.pending_ref as "pendingRef",
  fiscal_documents.fault, fiscal_documents.stamp
`

/**
 * Enqueues the invoices and credit notes that were issued since the device was set, at most `limit` of each.
 */
export async function enqueueIssued(trx: Trx, now: Date, limit: number): Promise<void> {
  await sql`insert into fiscal_beginning (began_at) values (${now}) on conflict do nothing`.execute(trx)
  await sql`
    insert into fiscal_documents (kind, id, shop_id, due_at)
    select issued.kind, issued.id, issued.shop_id, issued.issued_at
    from (
      select 'INVOICE' as kind, invoices.id, invoices.shop_id, invoices.issued_at from invoices
      union all
      select 'CREDIT_NOTE', credit_notes.id, invoices.shop_id, credit_notes.issued_at
      from credit_notes
      join invoices on invoices.id = credit_notes.invoice_id
    ) as issued
    where issued.issued_at >= (select fiscal_beginning.began_at from fiscal_beginning)
      and not exists (
        select from fiscal_documents
        where fiscal_documents.kind = issued.kind and fiscal_documents.id = issued.id
      )
    order by issued.issued_at, issued.id
    limit ${limit}
    on conflict do nothing
  `.execute(trx)
}

/**
 * Enqueues the receipts of trips that customers paid to the service, of these events of deliveries handed
 * over.
 */
export async function enqueueReceipts(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into fiscal_documents (kind, id, shop_id, due_at)
    select 'RECEIPT', deliveries.id, deliveries.shop_id, ${now}::timestamptz
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    join deliveries on deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
    where deliveries.payment_mode = 'CASH_ON_DELIVERY' and deliveries.collection = 'SECURE'
      and deliveries.fee_payer = 'CUSTOMER' and deliveries.price_fcfa > 0 and deliveries.status = 'DELIVERED'
    on conflict do nothing
  `.execute(trx)
}

/**
 * Takes the document that is due first: it is leased until `until`. One whose lease is over may have been
 * signed if its last step had begun; such a one is not sent again by itself.
 */
export async function takeDueDocument(trx: Trx, now: Date, until: Date): Promise<FiscalRow | undefined> {
  await sql`
    update fiscal_documents
    set state = 'UNCERTAIN', fault = 'The process ended before the answer came.'
    where fiscal_documents.state = 'SENDING' and fiscal_documents.due_at <= ${now}
      and fiscal_documents.pending_ref is not null
  `.execute(trx)
  const { rows } = await sql<FiscalRow>`
    update fiscal_documents
    set state = 'SENDING', due_at = ${until}, attempts = fiscal_documents.attempts + 1, pending_ref = null
    where (fiscal_documents.kind, fiscal_documents.id) = (
      select due.kind, due.id
      from fiscal_documents as due
      where due.state in ('DUE', 'SENDING') and due.due_at <= ${now}
      order by due.due_at, due.id
      limit 1
      for update skip locked
    )
    returning ${columns}
  `.execute(trx)
  return rows[0]
}

/** Notes that the step after which a document may be signed begins. */
export async function setPendingRef(
  db: Database,
  { kind, id, attempts }: FiscalRow,
  ref: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update fiscal_documents set pending_ref = ${ref}
    where fiscal_documents.kind = ${kind} and fiscal_documents.id = ${id}::uuid
      and fiscal_documents.state = 'SENDING'
      and fiscal_documents.attempts = ${attempts}
  `.execute(db)
  if (numAffectedRows !== 1n) throw new Error('Another process has taken this document over.')
}

/**
 * Writes what the device answered; whatever a person settled meanwhile stays, and of a document that another
 * process has taken over only that it is signed is written.
 */
export async function setAnswer(
  db: Database,
  { kind, id, attempts }: FiscalRow,
  answer: FiscalAnswer,
  dueAt: Date,
): Promise<void> {
  const stamp = answer.state === 'SIGNED' ? JSON.stringify(answer.stamp) : null
  await sql`
    update fiscal_documents
    set state = ${answer.state}, due_at = ${dueAt}, stamp = ${stamp}::jsonb, pending_ref = null,
      fault = ${answer.state === 'SIGNED' ? null : answer.fault.slice(0, 300)}
    where fiscal_documents.kind = ${kind} and fiscal_documents.id = ${id}::uuid
      and fiscal_documents.state = 'SENDING'
      and (fiscal_documents.attempts = ${attempts} or ${answer.state === 'SIGNED'}::boolean)
  `.execute(db)
}

/** A document, locked until the transaction ends. */
export async function lockFiscalDocument(
  trx: Trx,
  kind: FiscalKind,
  id: string,
): Promise<FiscalRow | undefined> {
  const { rows } = await sql<FiscalRow>`
    select ${columns} from fiscal_documents
    where fiscal_documents.kind = ${kind} and fiscal_documents.id = ${id}::uuid
    for update
  `.execute(trx)
  return rows[0]
}

/** What a person decided: it is sent again, or what the tax office shows of it is noted. */
export async function setSettled(
  trx: Trx,
  { kind, id }: FiscalRow,
  stamp: FiscalStamp | null,
  now: Date,
): Promise<void> {
  await sql`
    update fiscal_documents
    set state = ${stamp === null ? 'DUE' : 'SIGNED'}, due_at = ${now}, pending_ref = null, fault = null,
      stamp = ${stamp === null ? null : JSON.stringify(stamp)}::jsonb
    where fiscal_documents.kind = ${kind} and fiscal_documents.id = ${id}::uuid
  `.execute(trx)
}

/** What the device answered of these documents, by their ids. */
export async function findStamps(
  db: Database | Trx,
  ids: readonly string[],
): Promise<Map<string, FiscalStamp>> {
  const { rows } = await sql<{ id: string; stamp: FiscalStamp }>`
    select fiscal_documents.id, fiscal_documents.stamp from fiscal_documents
    where fiscal_documents.id = any(${[...ids]}::uuid[]) and fiscal_documents.state = 'SIGNED'
      and fiscal_documents.kind in ('INVOICE', 'CREDIT_NOTE', 'RECEIPT')
  `.execute(db)
  return new Map(rows.map(({ id, stamp }) => [id, stamp]))
}

/** What is not signed, with what a person knows it by. */
export type UnsignedRow = FiscalRow & {
  shopName: string
  /** Of the delivery that a receipt is of. */
  reference: string | null
  /** Of an invoice or a credit note, in its series. */
  year: number
  serial: number
  /** Of the invoice, or of the one that a credit note lowers. */
  invoiceId: string | null
}

/** What is not signed, the oldest first: what a person has to see to before what is under way. */
export async function listUnsigned(db: Database, limit: number): Promise<UnsignedRow[]> {
  const { rows } = await sql<UnsignedRow>`
    select ${columns}, shops.name as "shopName", deliveries.reference,
      coalesce(invoices.year, credit_notes.year) as year,
      coalesce(invoices.serial, credit_notes.serial) as serial,
      coalesce(invoices.id, credit_notes.invoice_id) as "invoiceId"
    from fiscal_documents
    join shops on shops.id = fiscal_documents.shop_id
    left join deliveries on fiscal_documents.kind = 'RECEIPT'
      and deliveries.shop_id = fiscal_documents.shop_id and deliveries.id = fiscal_documents.id
    left join invoices on fiscal_documents.kind = 'INVOICE' and invoices.id = fiscal_documents.id
    left join credit_notes on fiscal_documents.kind = 'CREDIT_NOTE' and credit_notes.id = fiscal_documents.id
    where fiscal_documents.state <> 'SIGNED'
    order by fiscal_documents.state in ('DUE', 'SENDING'), fiscal_documents.due_at, fiscal_documents.id
    limit ${limit}
  `.execute(db)
  return rows
}

/** When the first document is to be signed. */
export const fiscalDue: Due = sql`
  select fiscal_documents.due_at
  from fiscal_documents
  where fiscal_documents.state in ('DUE', 'SENDING')
  order by fiscal_documents.due_at
  limit 1`

/** A trip that a customer paid to the service. */
export type PaidTrip = {
  reference: string
  currency: Currency
  totalFcfa: number
  /** At which it was booked. */
  vatRate: number | null
  bookedAt: Date
}

/** What a customer paid to the service for a trip; undefined for any other, and while it is not booked. */
export async function findPaidTrip(db: Database, deliveryId: string): Promise<PaidTrip | undefined> {
  const { rows } = await sql<PaidTrip>`
    select deliveries.reference, deliveries.currency, deliveries.price_fcfa as "totalFcfa",
      ledger_postings.vat_rate as "vatRate", ledger_postings.booked_at as "bookedAt"
    from ledger_postings
    join deliveries
      on deliveries.shop_id = ledger_postings.shop_id and deliveries.id = ledger_postings.delivery_id
    where ledger_postings.cause = ${`delivery:${deliveryId}`} and deliveries.payment_mode = 'CASH_ON_DELIVERY'
      and deliveries.collection = 'SECURE' and deliveries.fee_payer = 'CUSTOMER'
      and deliveries.status = 'DELIVERED'
      and deliveries.price_fcfa > 0
  `.execute(db)
  return rows[0]
}
