import { sql } from 'kysely'
import { newId } from '../../src/base/kernel/clock.ts'
import { eventTypes, optInEventTypes } from '../../src/contract/vocabulary.ts'
import type { TestService, TestShop } from './open-service.ts'
import { order } from './webhook-work.ts'

/** The types that an endpoint which takes all of them receives. */
const usualTypes = eventTypes.filter((type) => !optInEventTypes.some((optIn) => optIn === type))

/**
 * Publishes as many events of a shop as are asked for (a multiple of 10) at once: all ten types of each of
 * its deliveries, which are copies of one another.
 */
export async function publishMany({ services }: TestService, shop: TestShop, count: number): Promise<void> {
  const { db, clock } = services
  const id = await order(shop)
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into deliveries
      select copies.*
      from deliveries as model
      cross join generate_series(1, ${count / usualTypes.length}::integer) as nth
      cross join lateral jsonb_populate_record(model, jsonb_build_object(
        'id', gen_random_uuid(), 'reference', 'COPY-' || model.id || nth, 'idempotency_key', 'copy-' || nth)) as copies
      where model.shop_id = ${shop.shopId} and model.id = ${id}
    `.execute(trx)
    // The events of the model itself are not counted.
    await sql`delete from unsequenced_events where shop_id = ${shop.shopId}`.execute(trx)
    const ids = Array.from({ length: count }, () => newId(clock.now()))
    await sql`
      insert into events (shop_id, id, delivery_id, type, body, created_at)
      select copies.shop_id, ids.id, copies.id, copies.type, '{}', ${clock.now()}
      from (
        select deliveries.shop_id, deliveries.id, types.type, row_number() over () as nth
        from deliveries
        cross join unnest(${usualTypes}::text[]) as types (type)
        where deliveries.shop_id = ${shop.shopId} and deliveries.id <> ${id}
      ) as copies
      join unnest(${ids}::uuid[]) with ordinality as ids (id, nth) on ids.nth = copies.nth
    `.execute(trx)
  })
}
