import { sql } from 'kysely'
import { keyRows } from '../../../base/database/key-rows.ts'
import type { Trx } from '../../../base/database/open-database.ts'
import type { DeliveryKey } from '../delivery-store.ts'
import type { SearchableDelivery } from './search-term.ts'

/** A delivery as it is indexed. */
type IndexedDelivery = SearchableDelivery & { shopId: string; id: string }

const indexedColumns = sql.raw(`
  deliveries.shop_id as "shopId", deliveries.id, deliveries.customer_last_name,
  deliveries.customer_first_name, deliveries.customer_phone, deliveries.external_ref`)

/**
 * The deliveries of these events by what they are found by today, unless nothing of it can have changed;
 * `isNew` while they can have no terms yet.
 */
export async function listDeliveriesToIndex(
  trx: Trx,
  events: readonly { shopId: string; id: string }[],
): Promise<(IndexedDelivery & { isNew: boolean })[]> {
  const { rows } = await sql<IndexedDelivery & { isNew: boolean }>`
    select ${indexedColumns}, bool_and(events.type = 'delivery.created') as "isNew"
    from ${keyRows(events)} as handed (shop_id, id)
    join events on events.shop_id = handed.shop_id and events.id = handed.id
    join deliveries on deliveries.shop_id = events.shop_id and deliveries.id = events.delivery_id
    where events.type = 'delivery.created' or exists (
      select from delivery_history
      where delivery_history.shop_id = events.shop_id and delivery_history.delivery_id = events.delivery_id
        and delivery_history.changed_fields && ${indexedFields})
    group by deliveries.shop_id, deliveries.id
  `.execute(trx)
  return rows
}

/** The fields of a change whose values are searched for. */
const indexedFields = sql.raw(
  `array['customer.lastName', 'customer.firstName', 'customer.phone', 'externalRef']`,
)

/** Writes the terms of deliveries; those that are there already stay. No term has a space in it. */
export async function insertTerms(
  trx: Trx,
  deliveries: readonly (DeliveryKey & { terms: readonly string[] })[],
): Promise<void> {
  await sql`
    insert into delivery_search_terms (shop_id, term, delivery_id)
    select found.shop_id, term, found.delivery_id
    from unnest(
      ${deliveries.map(({ shopId }) => shopId)}::uuid[],
      ${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map(({ terms }) => terms.join(' '))}::text[]
    ) as found (shop_id, delivery_id, terms)
    cross join lateral unnest(string_to_array(found.terms, ' ')) as term
    on conflict do nothing
  `.execute(trx)
}

/** Deletes all terms of these deliveries. */
export async function deleteTerms(trx: Trx, deliveries: readonly DeliveryKey[]): Promise<void> {
  await sql`
    delete from delivery_search_terms
    using ${keyRows(deliveries)} as removed (shop_id, delivery_id)
    where delivery_search_terms.shop_id = removed.shop_id
      and delivery_search_terms.delivery_id = removed.delivery_id
  `.execute(trx)
}

/**
 * The next deliveries, at most `limit`, from before there was a search; undefined once all are searchable.
 */
export async function listBacklog(trx: Trx, limit: number): Promise<IndexedDelivery[] | undefined> {
  const { rows } = await sql<IndexedDelivery>`
    select ${indexedColumns}
    from delivery_search_backlog
    left join lateral (
      select later.*
      from deliveries as later
      where (later.shop_id, later.id) >
        (delivery_search_backlog.after_shop_id, delivery_search_backlog.after_delivery_id)
      order by later.shop_id, later.id
      limit ${limit}
    ) as deliveries on true
    order by deliveries.shop_id, deliveries.id
  `.execute(trx)
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null)
}

/** Notes that the deliveries before there was a search are indexed up to this one. */
export async function moveBacklog(trx: Trx, { shopId, id }: DeliveryKey): Promise<void> {
  await sql`
    update delivery_search_backlog set after_shop_id = ${shopId}::uuid, after_delivery_id = ${id}::uuid
  `.execute(trx)
}

/** Notes that all deliveries from before there was a search are indexed. */
export async function deleteBacklog(trx: Trx): Promise<void> {
  await sql`delete from delivery_search_backlog`.execute(trx)
}
