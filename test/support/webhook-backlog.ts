import { sql } from 'kysely'
import { eventTypes } from '../../src/contract/vocabulary.ts'
import type { TestService, TestShop } from './open-service.ts'
import { order } from './webhook-work.ts'

/**
 * Tells as many events of a shop as are asked for (a multiple of 10) at once: all ten types of each of its
 * deliveries, which are copies of one another.
 */
export async function tellMany({ parts }: TestService, shop: TestShop, count: number): Promise<void> {
  const { db, clock } = parts
  const id = await order(shop)
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into deliveries
      select copies.*
      from deliveries as model
      cross join generate_series(1, ${count / eventTypes.length}::integer) as nth
      cross join lateral jsonb_populate_record(model, jsonb_build_object(
        'id', gen_random_uuid(), 'reference', 'COPY-' || model.id || nth, 'idempotency_key', 'copy-' || nth)) as copies
      where model.shop_id = ${shop.shopId} and model.id = ${id}
    `.execute(trx)
    // What the model itself told is one of them too many.
    await sql`delete from unrelayed_events where shop_id = ${shop.shopId}`.execute(trx)
    await sql`
      insert into events (shop_id, id, delivery_id, type, body, created_at)
      select copies.shop_id, gen_random_uuid(), copies.id, types.type, '{}', ${clock.now()}
      from deliveries as copies
      cross join unnest(${[...eventTypes]}::text[]) as types (type)
      where copies.shop_id = ${shop.shopId} and copies.id <> ${id}
    `.execute(trx)
  })
}
