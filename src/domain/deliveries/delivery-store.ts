import { CompiledQuery, type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import { actorText } from '../../base/kernel/actor.ts'
import { referenceOf } from '../../base/kernel/short-code.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import type { DeliveryStatus, PaymentStatus } from '../../contract/vocabulary.ts'
import type { NewEvent } from '../../events/event-body.ts'
import { eventColumns } from '../../events/event-store.ts'
import { eventTraceText } from '../../events/event-trace.ts'
import {
  type DeliveryRow,
  type HistoryRow,
  initialColumns,
  type PaymentHistoryRow,
  type ViewedDelivery,
  viewedColumns,
} from './delivery-row.ts'
import { type StatusGroup, statusGroups } from './delivery-status.ts'

/**
 * What names a delivery: its shop first, so that another shop's delivery is simply not found. Whoever acts
 * through the customer's link names its version too, and does nothing once that link has ended.
 */
export type DeliveryKey = { shopId: string; id: string; linkVersion?: number }

/**
 * Writes a delivery, its first line of history, its event and the use of its promo code in one statement.
 * False when a unique constraint was violated: nothing was written then. `customerKey` is whose use it is,
 * where the code is limited per customer; a use too many is refused (`refusedUse`).
 */
export async function insertDelivery(
  db: Database | Trx,
  row: DeliveryRow,
  event: NewEvent,
  customerKey: string | null,
): Promise<boolean> {
  sentColumns ??= (Object.keys(row) as (keyof DeliveryRow)[]).filter((column) => !(column in initialColumns))
  const usesPromoCode = row.promo_code_id !== null
  const text = insertText(sentColumns, usesPromoCode)
  const values = sentColumns.map((column) => sentValue(row, column))
  const { id, type, body, actor, trace } = event
  const parameters = [...values, id, type, body, actorText(actor), eventTraceText(trace)]
  if (usesPromoCode) parameters.push(customerKey)
  const { rows: made } = await db.executeQuery(CompiledQuery.raw(text, parameters))
  return made.length > 0
}

/** The columns that a creation sends; every row has all columns, so they are listed once. */
let sentColumns: (keyof DeliveryRow)[] | undefined

/** The value of a column as it is sent. */
function sentValue(row: DeliveryRow, column: keyof DeliveryRow): unknown {
  const value = row[column]
  const isJson = column === 'price_working' || column === 'metadata'
  return isJson && value !== null ? JSON.stringify(value) : value
}

const insertTexts = new Map<boolean, string>()

/** Built once: building a statement with so many parameters costs more than sending it. */
function insertText(columns: readonly string[], usesPromoCode: boolean): string {
  const known = insertTexts.get(usesPromoCode)
  if (known !== undefined) return known
  const names = columns.join(', ')
  const $ = (position: number) => `$${position}`
  const text = `
    with made as (
      insert into deliveries (${names})
      values (${columns.map((_, position) => $(position + 1)).join(', ')})
      on conflict do nothing
      returning shop_id, id, version, status, created_at, promo_code_id
    ), first_line as (
      insert into delivery_history (shop_id, delivery_id, version, status, occurred_at)
      select shop_id, id, version, status, created_at from made
    ), published as (
      insert into events (shop_id, id, delivery_id, subject_id, type, body, created_at, actor, trace)
      select
        shop_id, ${$(columns.length + 1)}::uuid, id, id, ${$(columns.length + 2)}::text,
        ${$(columns.length + 3)}::text, created_at, ${$(columns.length + 4)}::text,
        ${$(columns.length + 5)}::text
      from made
    )${usesPromoCode ? promoCodeUsed($(columns.length + 6)) : ''}
    select id from made`
  insertTexts.set(usesPromoCode, text)
  return text
}

/** Left out where there is no code: it costs PostgreSQL as much as the line of history. */
const promoCodeUsed = (customerKey: string) => `, promo_code_used as (
      insert into promo_code_uses (shop_id, delivery_id, promo_code_id, customer_key, used_at)
      select shop_id, id, promo_code_id, ${customerKey}::text, created_at from made
    )`

/** A delivery as partners read it; the statement is built once, since no other runs so often. */
export async function findViewedDelivery(
  db: Database,
  { shopId, id }: DeliveryKey,
): Promise<ViewedDelivery | undefined> {
  const { rows } = await db.executeQuery<ViewedDelivery>(CompiledQuery.raw(viewedText, [shopId, id]))
  return rows[0]
}

const viewedText = `select ${viewedColumns.join(', ')} from deliveries where shop_id = $1 and id = $2`

/** SQL: from when a parcel is fetched that was ordered for a time; null for as soon as possible. */
export const fetchedFrom = sql<Date | null>`
  coalesce(deliveries.fetch_window_from, deliveries.pickup_window_from)`

export async function findDelivery(db: Database | Trx, key: DeliveryKey): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('deliveries.shop_id', '=', key.shopId)
    .where('deliveries.id', '=', key.id)
    .executeTakeFirst()
}

/**
 * The statuses of a group as a list for SQL, written into the statement: a list of parameters would keep a
 * generic plan from the partial index `courier_carries_one_parcel_at_a_time`.
 */
export const statusesOf = (group: StatusGroup) =>
  sql.join(statusGroups[group].map((status) => sql.lit(status)))

/**
 * SQL: whether its courier is busy with a row of `deliveries`, or of what it is named in a statement. A
 * failed one is theirs until it has ended: by its return, or as they took the parcel out again.
 */
export const isCarried = (name = 'deliveries') => sql<boolean>`(
  ${sql.ref(`${name}.status`)} in (${statusesOf('carried')}) and ${sql.ref(`${name}.ended_at`)} is null)`

/** The key of a delivery that a person names, by its reference or by its id. */
export async function findDeliveryKey(db: Database, named: string): Promise<DeliveryKey | undefined> {
  const isId = isUuid(named)
  // Joined with the shops, since the primary key begins with the shop.
  return db
    .selectFrom('shops')
    .innerJoin('deliveries', 'deliveries.shop_id', 'shops.id')
    .select(['deliveries.shop_id as shopId', 'deliveries.id as id'])
    .$if(isId, (query) => query.where('deliveries.id', '=', named))
    .$if(!isId, (query) => query.where('deliveries.reference', '=', referenceOf(named) ?? ''))
    .executeTakeFirst()
}

/** Reads a delivery and locks it until the transaction ends. */
export async function lockDelivery(trx: Trx, key: DeliveryKey): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('deliveries')
    .selectAll()
    .where('deliveries.shop_id', '=', key.shopId)
    .where('deliveries.id', '=', key.id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findDeliveryByIdempotencyKey(db: Database, shopId: string, idempotencyKey: string) {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function findDeliveryIdByExternalRef(db: Database, shopId: string, externalRef: string) {
  const row = await db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.external_ref', '=', externalRef)
    .executeTakeFirst()
  return row?.id
}

/** The id of the delivery of a shop that has this reference; another shop's is not found. */
export async function findDeliveryIdByReference(
  db: Database,
  shopId: string,
  reference: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.reference', '=', reference)
    .where('deliveries.shop_id', '=', shopId)
    .executeTakeFirst()
  return row?.id
}

/** Changes a delivery that has one of `statuses`; undefined when it has none of them. */
export async function updateDelivery(
  trx: Trx,
  key: DeliveryKey,
  statuses: readonly DeliveryStatus[],
  change: Updateable<Tables['deliveries']>,
): Promise<DeliveryRow | undefined> {
  return trx
    .updateTable('deliveries')
    .set({ ...change, version: sql`deliveries.version + 1` })
    .where('deliveries.shop_id', '=', key.shopId)
    .where('deliveries.id', '=', key.id)
    .where('deliveries.status', 'in', statuses)
    .returningAll()
    .executeTakeFirst()
}

/** Writes a line of history and its event. */
export async function insertHistoryAndEvent(
  trx: Trx,
  line: Insertable<Tables['delivery_history']>,
  event: NewEvent,
): Promise<void> {
  await trx
    .with('line', (qb) => qb.insertInto('delivery_history').values(line))
    .insertInto('events')
    .values(eventColumns(event))
    .execute()
}

/** What a delivery's history says: when its last line was written, and how many lines are of what. */
export type HistorySoFar = {
  lastAt: Date | null
  /** How often what was ordered has been changed. */
  changes: number
  /** How often those who run the service acted without changing the status. */
  interventions: number
}

/** What the history of a delivery says so far. */
export async function readHistorySoFar(trx: Trx, { shopId, id }: DeliveryKey): Promise<HistorySoFar> {
  const { rows } = await sql<HistorySoFar>`
    select
      max(delivery_history.occurred_at) as "lastAt",
      count(delivery_history.changed_fields)::integer as changes,
      count(delivery_history.intervention)::integer as interventions
    from delivery_history
    where delivery_history.shop_id = ${shopId} and delivery_history.delivery_id = ${id}
  `.execute(trx)
  return rows[0] ?? { lastAt: null, changes: 0, interventions: 0 }
}

/** Writes a line of history that comes with no event for partners. */
export async function insertHistoryLine(
  trx: Trx,
  line: Insertable<Tables['delivery_history']>,
): Promise<void> {
  await trx.insertInto('delivery_history').values(line).execute()
}

/**
 * Writes a line of a payment's history, and before the first one the status that the payment began with:
 * most payments never leave it, so a creation does not write it.
 */
export async function insertPaymentLine(
  trx: Trx,
  line: Insertable<Tables['payment_history']>,
  began: { status: PaymentStatus; at: Date },
): Promise<void> {
  await sql`
    insert into payment_history (shop_id, delivery_id, version, status, occurred_at, actor, note)
    select
      ${line.shop_id}::uuid, ${line.delivery_id}::uuid, 1, ${began.status}::text, ${began.at}::timestamptz,
      null::text, null::text
    where not exists (
      select from payment_history
      where payment_history.shop_id = ${line.shop_id} and payment_history.delivery_id = ${line.delivery_id}
    )
    union all
    select
      ${line.shop_id}, ${line.delivery_id}, ${line.version}, ${line.status}, ${line.occurred_at},
      ${line.actor ?? null}, ${line.note ?? null}
  `.execute(trx)
}

/**
 * The line of history with which a delivery got the status that it has; acts that left it there come after.
 */
export async function findStatusLine(
  db: Database,
  { shop_id, id, status }: Pick<DeliveryRow, 'shop_id' | 'id' | 'status'>,
): Promise<Pick<HistoryRow, 'note' | 'intervention'> | undefined> {
  return db
    .selectFrom('delivery_history')
    .select(['delivery_history.note', 'delivery_history.intervention'])
    .where('delivery_history.shop_id', '=', shop_id)
    .where('delivery_history.delivery_id', '=', id)
    .where('delivery_history.status', '=', status)
    .orderBy('delivery_history.version')
    .limit(1)
    .executeTakeFirst()
}

/** The lines of history, oldest first (decision 17). */
export async function listHistory(db: Database, key: DeliveryKey): Promise<HistoryRow[]> {
  return db
    .selectFrom('delivery_history')
    .selectAll()
    .where('delivery_history.shop_id', '=', key.shopId)
    .where('delivery_history.delivery_id', '=', key.id)
    .orderBy('delivery_history.version')
    .execute()
}

/** The statuses that a payment has had, oldest first; none while it has the one that it began with. */
export async function listPaymentHistory(db: Database | Trx, key: DeliveryKey): Promise<PaymentHistoryRow[]> {
  return db
    .selectFrom('payment_history')
    .selectAll()
    .where('payment_history.shop_id', '=', key.shopId)
    .where('payment_history.delivery_id', '=', key.id)
    .orderBy('payment_history.version')
    .execute()
}

/** At most `limit` deliveries past their deadline at `now`, the longest overdue first. */
export async function listDueDeliveries(db: Database, now: Date, limit: number): Promise<DeliveryKey[]> {
  return db
    .selectFrom('deliveries')
    .select(['deliveries.shop_id as shopId', 'deliveries.id as id'])
    .where('deliveries.due_at', '<=', now)
    .orderBy('deliveries.due_at')
    .limit(limit)
    .execute()
}
