import { addPickupAddress } from '../../src/domain/shops/add-pickup-address.ts'
import { createShop } from '../../src/domain/shops/create-shop.ts'
import { sequenceEvents } from '../../src/events/sequence-events.ts'
import type { WebhookWorld } from './webhook-world.ts'

const center = { lat: 6.37, lng: 2.41 }

/** Shops without an endpoint: nothing of theirs is sent to anybody. */
export async function addLedgerShops({ services }: WebhookWorld, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const { id } = await createShop(services, {
      name: `Boutique ${number}`,
      country: 'BJ',
      defaultCollection: 'SECURE',
      payoutPhone: '+2290197000099',
      discountPercent: number % 2 === 0 ? 0 : 10,
    })
    const address = { label: 'Boutique', landmark: 'En face du marché', formatted: 'Ganhi, Cotonou' }
    await addPickupAddress(services, { shopId: id, ...address, ...center, isDefault: true })
    ids.push(id)
  }
  return ids
}

/** Couriers who are off duty, so that nothing is offered to them. */
export async function addLedgerCouriers({ database }: WebhookWorld, count: number): Promise<string[]> {
  const rows = await database.withSession((session) =>
    session.query<{ id: string }>(
      `insert into couriers (id, first_name, last_name, phone, vehicle_type, created_at)
      select gen_random_uuid(), 'Koffi', 'Mensah', '+22901' || (50000000 + number), 'MOTO', now()
      from generate_series(1, $1::integer) as number
      returning id`,
      [count],
    ),
  )
  return rows.map(({ id }) => id)
}

/**
 * Copies one delivery that was paid and handed over, with its payment and the event of its end, and gives the events
 * their positions: the books know nothing of them. Then what autovacuum would do.
 */
export async function copyEndedDeliveries(
  { database, services }: WebhookWorld,
  { shopIds, courierIds }: { shopIds: readonly string[]; courierIds: readonly string[] },
  count: number,
): Promise<void> {
  await database.withSession(async (session) => {
    await session.query(copy, [shopIds, courierIds, count])
    while ((await sequenceEvents(services.db)).length > 0);
    for (const table of ['deliveries', 'events', 'event_positions', 'payment_requests', 'ledger_accounts'])
      await session.runScript(`vacuum analyze ${table}`)
  })
}

const copy = `
  with copies as (
    select
      number, gen_random_uuid() as id, gen_random_uuid() as event_id, gen_random_uuid() as request_id,
      ($1::uuid[])[1 + number % cardinality($1::uuid[])] as shop_id,
      ($2::uuid[])[1 + number % cardinality($2::uuid[])] as courier_id
    from generate_series(1, $3::integer) as number
  ), first as (
    select deliveries, events, payment_requests
    from deliveries
    join events on events.shop_id = deliveries.shop_id and events.delivery_id = deliveries.id
      and events.type = 'delivery.delivered'
    join payment_requests on payment_requests.shop_id = deliveries.shop_id
      and payment_requests.delivery_id = deliveries.id and payment_requests.state = 'PAID'
    limit 1
  ), made as (
    insert into deliveries
    select copied.*
    from copies
    cross join first
    cross join lateral jsonb_populate_record(first.deliveries, jsonb_build_object(
      'shop_id', copies.shop_id, 'id', copies.id, 'reference', 'BOOKED-' || copies.number,
      'idempotency_key', 'booked-' || copies.number, 'courier_id', copies.courier_id)) as copied
  ), asked as (
    insert into payment_requests
    select copied.*
    from copies
    cross join first
    cross join lateral jsonb_populate_record(first.payment_requests, jsonb_build_object(
      'shop_id', copies.shop_id, 'id', copies.request_id, 'delivery_id', copies.id)) as copied
  ), happened as (
    insert into events
    select copied.*
    from copies
    cross join first
    cross join lateral jsonb_populate_record(first.events, jsonb_build_object(
      'shop_id', copies.shop_id, 'id', copies.event_id, 'delivery_id', copies.id, 'subject_id', copies.id)) as copied
  )
  select count(*) from copies`
