import { sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { deliveryTransitions, isIn, statusGroups } from '../delivery-status.ts'
import { type DeliveryKey, findDelivery, isCarried } from '../delivery-store.ts'

/** When the hand-over of a delivery failed; undefined where it has not. */
export async function findFailedAt(db: Database, { shopId, id }: DeliveryKey): Promise<Date | undefined> {
  const line = await db
    .selectFrom('delivery_history')
    .select('delivery_history.occurred_at')
    .where('delivery_history.shop_id', '=', shopId)
    .where('delivery_history.delivery_id', '=', id)
    .where('delivery_history.status', '=', deliveryTransitions.fail.to)
    .orderBy('delivery_history.version')
    .limit(1)
    .executeTakeFirst()
  return line?.occurred_at
}

/**
 * The newest second try of a delivery: `ended` where it was cancelled or expired before a courier had the
 * parcel, so that another may take its place (decision 364), else `standing`.
 */
export async function findSecondTry(
  db: Database | Trx,
  { shop_id: shopId, second_try_id: id }: DeliveryRow,
): Promise<{ standing?: DeliveryRow | undefined; ended?: DeliveryRow }> {
  const newest = id === null ? undefined : await findDelivery(db, { shopId, id })
  if (!newest) return {}
  const isOver = isIn('cancelled', newest.status) || isIn('expired', newest.status)
  return isOver && !(await wasPickedUp(db, newest)) ? { ended: newest } : { standing: newest }
}

async function wasPickedUp(db: Database | Trx, { shop_id, id }: DeliveryRow): Promise<boolean> {
  const line = await db
    .selectFrom('delivery_history')
    .select('delivery_history.version')
    .where('delivery_history.shop_id', '=', shop_id)
    .where('delivery_history.delivery_id', '=', id)
    .where('delivery_history.status', '=', deliveryTransitions.pickUp.to)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** How many second tries of a delivery were asked for. */
export async function countAsked(db: Database | Trx, { shop_id, id }: DeliveryRow): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('deliveries.shop_id', '=', shop_id)
    .where('deliveries.second_try_of', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the courier of the try before a delivery still has its parcel. */
export async function isWithCourierBefore(
  db: Database | Trx,
  { shop_id: shopId, second_try_of: id }: DeliveryRow,
): Promise<boolean> {
  if (id === null) return false
  const before = await db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', '=', id)
    .where(isCarried())
    .executeTakeFirst()
  return before !== undefined
}

/** The delivery whose parcel this one brings once more, or that brings its parcel, as pages name it. */
export type LinkedTry = Pick<DeliveryRow, 'id' | 'reference' | 'status'>

/** The tries before and after a delivery; undefined where there is none. */
export async function findLinkedTries(
  db: Database,
  { shop_id: shopId, second_try_of: before, second_try_id: after }: DeliveryRow,
): Promise<{ before: LinkedTry | undefined; after: LinkedTry | undefined }> {
  const ids = [before, after].filter((id) => id !== null)
  if (ids.length === 0) return { before: undefined, after: undefined }
  const linked = await db
    .selectFrom('deliveries')
    .select(['deliveries.id', 'deliveries.reference', 'deliveries.status'])
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', 'in', ids)
    .execute()
  return { before: linked.find(({ id }) => id === before), after: linked.find(({ id }) => id === after) }
}

/** How the newest second tries of these deliveries stand, by their ids; nothing of those that have none. */
export async function findTryStatuses(
  db: Database,
  deliveries: readonly Pick<DeliveryRow, 'shop_id' | 'second_try_id'>[],
): Promise<ReadonlyMap<string, DeliveryStatus>> {
  const keys = deliveries.flatMap(({ shop_id: shopId, second_try_id: id }) => (id ? [{ shopId, id }] : []))
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ id: string; status: DeliveryStatus }>`
    select deliveries.id, deliveries.status
    from ${keyRows(keys)} as named (shop_id, id)
    join deliveries on deliveries.shop_id = named.shop_id and deliveries.id = named.id
  `.execute(db)
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Notes on a delivery that was just made whose second try it is, and what it takes over from that one. */
export async function linkToFirst(trx: Trx, made: DeliveryRow): Promise<void> {
  const { second_try_of, recipient_name, recipient_kind } = made
  await trx
    .updateTable('deliveries')
    .set({ second_try_of, recipient_name, recipient_kind })
    .where('deliveries.shop_id', '=', made.shop_id)
    .where('deliveries.id', '=', made.id)
    .execute()
}

/**
 * Gives the second try of a delivery, while it is searched for, until then at least; its version says that it
 * waits for another thing now.
 */
export async function extendSecondTry(
  trx: Trx,
  { shop_id: shopId, second_try_id: id }: DeliveryRow,
  until: Date,
): Promise<void> {
  if (id === null) return
  await trx
    .updateTable('deliveries')
    .set({
      due_at: sql`greatest(deliveries.due_at, ${until}::timestamptz)`,
      version: sql`deliveries.version + 1`,
    })
    .where('deliveries.shop_id', '=', shopId)
    .where('deliveries.id', '=', id)
    .where('deliveries.status', 'in', statusGroups.searching)
    .where('deliveries.due_at', 'is not', null)
    .execute()
}
