import { type Selectable, sql } from 'kysely'
import { keyRows } from '../../base/database/key-rows.ts'
import type { Database, Trx } from '../../base/database/open-database.ts'
import type { Tables } from '../../base/database/tables.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'

export type RatingRow = Selectable<Tables['delivery_ratings']>

/** Writes the stars of a delivery, or other ones, at most `maxChanges` times. */
export async function upsertRating(
  trx: Trx,
  rating: Omit<RatingRow, 'changes'>,
  maxChanges: number,
): Promise<void> {
  await sql`
    insert into delivery_ratings (shop_id, delivery_id, courier_id, stars, rated_at)
    values (
      ${rating.shop_id}::uuid, ${rating.delivery_id}::uuid, ${rating.courier_id}::uuid,
      ${rating.stars}::smallint, ${rating.rated_at})
    on conflict (shop_id, delivery_id) do update
    set stars = excluded.stars, rated_at = excluded.rated_at, changes = delivery_ratings.changes + 1
    where delivery_ratings.stars <> excluded.stars and delivery_ratings.changes < ${maxChanges}
  `.execute(trx)
}

export async function findRating(db: Database, { shopId, id }: DeliveryKey): Promise<RatingRow | undefined> {
  return db
    .selectFrom('delivery_ratings')
    .selectAll()
    .where('delivery_ratings.shop_id', '=', shopId)
    .where('delivery_ratings.delivery_id', '=', id)
    .executeTakeFirst()
}

/** The ratings of several deliveries. */
export async function listRatingsOf(db: Database, deliveries: readonly DeliveryKey[]): Promise<RatingRow[]> {
  return db
    .selectFrom('delivery_ratings')
    .selectAll()
    .where(
      sql<boolean>`(delivery_ratings.shop_id, delivery_ratings.delivery_id) in (
        select * from ${keyRows(deliveries)})`,
    )
    .execute()
}

/** How many of the latest ratings of a courier are looked at. */
const ratingsLookedAt = 200

/** The average of a courier's latest ratings and how many these are; null without any. */
export async function averageRating(
  db: Database,
  courierId: string,
): Promise<{ count: number; average: number } | null> {
  const { rows } = await sql<{ count: number; average: number | null }>`
    select count(*)::integer as count, avg(latest.stars)::double precision as average
    from (
      select delivery_ratings.stars
      from delivery_ratings
      where delivery_ratings.courier_id = ${courierId}::uuid
      order by delivery_ratings.rated_at desc
      limit ${sql.lit(ratingsLookedAt)}
    ) as latest
  `.execute(db)
  const { count = 0, average = null } = rows[0] ?? {}
  return average === null ? null : { count, average }
}

/** Deletes the ratings of deliveries that are removed. */
export async function deleteRatingsOf(trx: Trx, shopId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from delivery_ratings
    where delivery_ratings.shop_id = ${shopId}::uuid
      and delivery_ratings.delivery_id = any(${[...ids]}::uuid[])
  `.execute(trx)
}
