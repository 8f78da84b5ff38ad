import { sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import { forgetCustomersOfUses } from '../../money/payments/promo-code-use-store.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import { deleteHandoverPlaces } from '../handover-proof/handover-place-store.ts'
import { phoneTermOf } from '../searching/search-term.ts'
import { erasedColumns, erasedText } from './erased-customer.ts'

/** A delivery of a customer, as it is found by their phone. */
export type CustomerDelivery = Pick<
  DeliveryRow,
  'shop_id' | 'id' | 'reference' | 'external_ref' | 'status' | 'created_at' | 'ended_at' | 'photo_key'
>

/**
 * SQL: whether a delivery may be erased: it has ended, and no money is to be given back to its customer or
 * may still come from them, since whoever gives it back by hand has to know to whom.
 */
const isOver = sql<boolean>`(
  deliveries.ended_at is not null
  and not exists (
    select from payment_requests
    where payment_requests.shop_id = deliveries.shop_id and payment_requests.delivery_id = deliveries.id
      and payment_requests.refunded_at is null
      and (payment_requests.refund_due_at is not null or payment_requests.due_at is not null)
  )
)`

/**
 * Whether deliveries of before are still being made searchable, so that not all of a customer would be found.
 */
export async function isSearchIncomplete(db: Database | Trx): Promise<boolean> {
  const row = await db
    .selectFrom('delivery_search_backlog')
    .select('delivery_search_backlog.is_current')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The deliveries to a phone in international form: those that have its term, and those whose terms the
 * consumer of the search has yet to write. `isOver` keeps those that may be erased, or the others.
 */
export async function listDeliveriesToPhone(
  db: Database | Trx,
  phone: string,
  { isOver: isWantedOver, limit }: { isOver?: boolean; limit: number },
): Promise<CustomerDelivery[]> {
  const { rows } = await sql<CustomerDelivery>`
    select
      deliveries.shop_id, deliveries.id, deliveries.reference, deliveries.external_ref, deliveries.status,
      deliveries.created_at, deliveries.ended_at, deliveries.photo_key
    from (${found(phone)}) as found
    join deliveries on deliveries.shop_id = found.shop_id and deliveries.id = found.delivery_id
    where deliveries.customer_phone = ${phone}
      ${isWantedOver === undefined ? sql`` : sql`and ${isOver} = ${isWantedOver}`}
    order by deliveries.id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/** How many deliveries to a phone may be erased, and how many may not yet. */
export async function countDeliveriesToPhone(
  db: Database,
  phone: string,
): Promise<{ ended: number; underWay: number }> {
  const { rows } = await sql<{ ended: number; underWay: number }>`
    select
      (count(*) filter (where ${isOver}))::integer as ended,
      (count(*) filter (where not ${isOver}))::integer as "underWay"
    from (${found(phone)}) as found
    join deliveries on deliveries.shop_id = found.shop_id and deliveries.id = found.delivery_id
    where deliveries.customer_phone = ${phone}
  `.execute(db)
  return rows[0] ?? { ended: 0, underWay: 0 }
}

/**
 * What was written or changed and is not among the terms yet: what waits for a position, is unread, or
 * parked.
 */
const found = (phone: string) => sql`
  select terms.shop_id, terms.delivery_id
  from delivery_search_terms as terms
  where terms.term = ${phoneTermOf(phone)}
  union
  select events.shop_id, events.delivery_id
  from (
    select unsequenced_events.shop_id, unsequenced_events.event_id
    from unsequenced_events
    where unsequenced_events.type in ('delivery.created', 'delivery.changed')
    union all
    select event_positions.shop_id, event_positions.event_id
    from event_positions
    where event_positions.type in ('delivery.created', 'delivery.changed')
      and event_positions.position > (
        select event_consumers.position from event_consumers where event_consumers.name = 'search')
    union all
    select parked_events.shop_id, parked_events.event_id
    from parked_events
    where parked_events.consumer = 'search'
  ) as unread
  join events on events.shop_id = unread.shop_id and events.id = unread.event_id
  where events.delivery_id is not null`

/** Deliveries whose phone was changed, at most `limit`, that still have events with this one. */
export async function listDeliveriesWithOtherPhones(
  db: Database | Trx,
  phone: string,
  limit: number,
): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    select distinct changed.shop_id as "shopId", changed.delivery_id as id
    from delivery_history as changed
    join events on events.shop_id = changed.shop_id and events.delivery_id = changed.delivery_id
    join deliveries on deliveries.shop_id = changed.shop_id and deliveries.id = changed.delivery_id
    where changed.changed_fields @> array['customer.phone']
      and events.audience = 'PARTNER' and events.body <> ''
      and deliveries.customer_phone <> ${phone}
      and strpos(events.body, ${JSON.stringify({ phone }).slice(1, -1)}) > 0
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Locks those of these deliveries that may be erased and are still of this phone, always in the same order.
 */
export async function lockEndedDeliveries(
  trx: Trx,
  phone: string,
  deliveries: readonly CustomerDelivery[],
): Promise<(DeliveryKey & { photoKey: string | null })[]> {
  const { rows } = await sql<DeliveryKey & { photoKey: string | null }>`
    select deliveries.shop_id as "shopId", deliveries.id, deliveries.photo_key as "photoKey"
    from deliveries
    where (deliveries.shop_id, deliveries.id) in (
        select * from unnest(
          ${deliveries.map(({ shop_id }) => shop_id)}::uuid[], ${deliveries.map(({ id }) => id)}::uuid[]))
      and deliveries.customer_phone = ${phone} and ${isOver}
    order by deliveries.shop_id, deliveries.id
    for update
  `.execute(trx)
  return rows
}

/**
 * Takes the person out of locked deliveries, and whatever somebody wrote about them out of the lines of
 * history. Links that were given out end, and whoever follows changes of deliveries reads them again
 * (`updatedSince`).
 */
export async function eraseDeliveries(
  trx: Trx,
  deliveries: readonly DeliveryKey[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({
      ...erasedColumns,
      metadata: sql<string>`null`,
      amended_at: now,
      link_version: sql`least(deliveries.link_version + 1, 16777215)`,
    })
    .where(sql<boolean>`(deliveries.shop_id, deliveries.id) in (${keysOf(deliveries)})`)
    .execute()
  await forgetCustomersOfUses(trx, deliveries)
  await deleteHandoverPlaces(trx, deliveries)
  await trx
    .updateTable('delivery_history')
    // An intervention always has a reason (decision 158).
    .set({ note: sql`case when delivery_history.intervention is not null then ${erasedText} end` })
    .where(sql<boolean>`(delivery_history.shop_id, delivery_history.delivery_id) in (${keysOf(deliveries)})`)
    .where('delivery_history.note', 'is not', null)
    .execute()
  await trx
    .updateTable('pickup_problems')
    .set({ words: null })
    .where(sql<boolean>`(pickup_problems.shop_id, pickup_problems.delivery_id) in (${keysOf(deliveries)})`)
    .where('pickup_problems.words', 'is not', null)
    .execute()
  await trx
    .updateTable('payment_history')
    .set({ note: null })
    .where(sql<boolean>`(payment_history.shop_id, payment_history.delivery_id) in (${keysOf(deliveries)})`)
    .where('payment_history.note', 'is not', null)
    .execute()
}

/** The photos among these that no delivery names. */
export async function listUnnamedPhotos(
  trx: Trx,
  photos: readonly { shopId: string; photoKey: string }[],
): Promise<{ shopId: string; photoKey: string }[]> {
  const { rows } = await sql<{ shopId: string; photoKey: string }>`
    select distinct named.shop_id as "shopId", named.photo_key as "photoKey"
    from unnest(
      ${photos.map(({ shopId }) => shopId)}::uuid[], ${photos.map(({ photoKey }) => photoKey)}::text[]
    ) as named (shop_id, photo_key)
    where not exists (
      select from deliveries
      where deliveries.shop_id = named.shop_id and deliveries.photo_key = named.photo_key)
  `.execute(trx)
  return rows
}

/** An event of a delivery with its frozen body. */
export type FrozenEventRow = { shopId: string; eventId: string; body: string }

/** The events for partners of these deliveries that still have a body. */
export async function listFrozenEvents(
  db: Database | Trx,
  deliveries: readonly DeliveryKey[],
): Promise<FrozenEventRow[]> {
  const { rows } = await sql<FrozenEventRow>`
    select events.shop_id as "shopId", events.id as "eventId", events.body
    from events
    where (events.shop_id, events.delivery_id) in (${keysOf(deliveries)})
      and events.audience = 'PARTNER' and events.body <> ''
  `.execute(db)
  return rows
}

/** Writes other bodies in place of frozen ones. */
export async function replaceBodies(trx: Trx, events: readonly FrozenEventRow[]): Promise<void> {
  await sql`
    update events set body = erased.body
    from unnest(
      ${events.map(({ shopId }) => shopId)}::uuid[], ${events.map(({ eventId }) => eventId)}::uuid[],
      ${events.map(({ body }) => body)}::text[]
    ) as erased (shop_id, id, body)
    where events.shop_id = erased.shop_id and events.id = erased.id
  `.execute(trx)
}

const keysOf = (deliveries: readonly DeliveryKey[]) => sql`
  select * from ${keyRows(deliveries)}`

/** Whole deliveries, newest first, for the person whose they are. */
export async function listWholeDeliveries(
  db: Database,
  deliveries: readonly DeliveryKey[],
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where(sql<boolean>`(deliveries.shop_id, deliveries.id) in (${keysOf(deliveries)})`)
    .orderBy('deliveries.id', 'desc')
    .execute()
}

/** The lines of history of these deliveries, oldest first. */
export async function listHistoryOf(db: Database, deliveries: readonly DeliveryKey[]) {
  return db
    .selectFrom('delivery_history')
    .selectAll()
    .where(sql<boolean>`(delivery_history.shop_id, delivery_history.delivery_id) in (${keysOf(deliveries)})`)
    .orderBy('delivery_history.delivery_id')
    .orderBy('delivery_history.version')
    .execute()
}
