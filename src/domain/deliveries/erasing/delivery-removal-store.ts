import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'
import { deleteUsesOf } from '../../money/payments/promo-code-use-store.ts'

/** At most `limit` deliveries of a shop, the oldest first. */
export async function listOldestDeliveries(
  db: Database | Trx,
  shopId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.shop_id', '=', shopId)
    .orderBy('deliveries.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks deliveries against every change until the transaction ends, always in the same order. */
export async function lockDeliveries(trx: Trx, shopId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select deliveries.id from deliveries
    where deliveries.shop_id = ${shopId}::uuid and deliveries.id = any(${[...ids]}::uuid[])
    order by deliveries.id
    for update
  `.execute(trx)
}

/**
 * Deletes locked deliveries that nothing else refers to any more, with their history, terms, shares and uses
 * of promo codes, and notifies every process, since deliveries are counted from memory; returns how many, and
 * the photos that they named.
 */
export async function deleteDeliveries(
  trx: Trx,
  shopId: string,
  ids: readonly string[],
): Promise<{ deliveries: number; photoKeys: string[] }> {
  await sql`
    with terms as (
      delete from delivery_search_terms
      where delivery_search_terms.shop_id = ${shopId}::uuid
        and delivery_search_terms.delivery_id = any(${[...ids]}::uuid[])
    ), lines as (
      delete from delivery_history
      where delivery_history.shop_id = ${shopId}::uuid
        and delivery_history.delivery_id = any(${[...ids]}::uuid[])
    ), problems as (
      delete from pickup_problems
      where pickup_problems.shop_id = ${shopId}::uuid
        and pickup_problems.delivery_id = any(${[...ids]}::uuid[])
    ), shares as (
      delete from link_shares
      where link_shares.shop_id = ${shopId}::uuid and link_shares.delivery_id = any(${[...ids]}::uuid[])
    )
    delete from payment_history
    where payment_history.shop_id = ${shopId}::uuid and payment_history.delivery_id = any(${[...ids]}::uuid[])
  `.execute(trx)
  await deleteUsesOf(trx, shopId, ids)
  const { rows } = await sql<{ photoKey: string | null }>`
    delete from deliveries
    where deliveries.shop_id = ${shopId}::uuid and deliveries.id = any(${[...ids]}::uuid[])
    returning deliveries.photo_key as "photoKey"
  `.execute(trx)
  await sql`select pg_notify('colis_changed', 'deliveries')`.execute(trx)
  const photoKeys = rows.flatMap(({ photoKey }) => photoKey ?? [])
  return { deliveries: rows.length, photoKeys: [...new Set(photoKeys)] }
}
