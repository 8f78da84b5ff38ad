import { sql } from 'kysely'
import { newId } from '../../src/base/kernel/clock.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../src/contract/vocabulary.ts'
import type { DeliveryRow } from '../../src/domain/deliveries/delivery-row.ts'
import { isFinal, isIn } from '../../src/domain/deliveries/delivery-status.ts'
import { makeOlderDeliveriesSearchable } from '../../src/domain/deliveries/searching/make-deliveries-searchable.ts'
import { oneOf, seeded } from './chance.ts'
import { registerCourier } from './courier-work.ts'
import { east, type TestService, type TestShop } from './open-service.ts'

/** Shops with drawn deliveries of many days, and couriers who carry at most one of them. */
export type ManyDeliveries = { shops: TestShop[]; courierIds: string[]; rows: DeliveryRow[] }

const dayMs = 24 * 60 * 60_000
// The first ones are the most frequent.
const lastNames = ['Dossou', 'Adjovi', 'Houngbédji', 'Dossouvi', 'd’Almeida', 'Zinsou']
const firstNames = ['Afi', 'Koffi', 'Jean-Baptiste']

/**
 * Fills `count` deliveries of the 100 days before now into a new service, with their lines of history, the event of
 * each creation and the terms they are found by. The same seed draws the same.
 */
export async function drawDeliveries(
  service: TestService,
  count: number,
  seed: number,
): Promise<ManyDeliveries> {
  const { db, clock } = service.services
  const draw = seeded(seed)
  const now = clock.now().getTime()
  const shops = [await service.openShop(), await service.openShop(), await service.openShop()]
  const courierIds = await Promise.all([1, 2, 3].map(() => registerCourier(service)))
  const [shop] = shops as [TestShop]
  const first = (await shop.order({ dropoff: east, externalRef: 'first' })).body.id
  const oftenFirst = <T>(values: readonly T[]): T => oneOf(values.slice(0, 1 + draw() * values.length), draw)
  const carrying = new Set<string>()
  const drawn = Array.from({ length: count }, (_, number) => {
    const createdAt = new Date(now - Math.floor((1 - number / count) * 100 * dayMs))
    const status: DeliveryStatus = draw() < 0.6 ? 'DELIVERED' : oneOf(deliveryStatuses, draw)
    const isOver = isFinal(status) || (status === 'FAILED' && draw() < 0.5)
    const endedAt = isOver ? new Date(Math.min(now, createdAt.getTime() + draw() * 3 * dayMs)) : null
    const courierId = oneOf(courierIds, draw)
    const isTheirs =
      !['AWAITING_LOCATION', 'SEARCHING_COURIER', 'EXPIRED'].includes(status) &&
      (isOver || !carrying.has(courierId)) &&
      draw() < 0.8
    if (isTheirs && !isOver) carrying.add(courierId)
    return {
      shop_id: oftenFirst(shops).shopId,
      id: newId(createdAt),
      reference: `DRAWN-${number}`,
      external_ref: draw() < 0.7 ? `CMD-${number}` : null,
      idempotency_key: `drawn-${number}`,
      status,
      created_at: createdAt,
      ended_at: endedAt,
      amended_at: draw() < 0.1 ? new Date(now - draw() * 2 * dayMs) : null,
      courier_id: isTheirs ? courierId : null,
      customer_last_name: oftenFirst(lastNames),
      customer_first_name: oftenFirst(firstNames),
      customer_phone: `+22901970${String(Math.floor(draw() * 400)).padStart(5, '0')}`,
      price_fcfa: 500 + Math.floor(draw() * 20) * 50,
      due_at: null,
    }
  })
  await sql`
    insert into deliveries
    select copied.*
    from jsonb_array_elements(${JSON.stringify(drawn)}::jsonb) as drawn (change)
    cross join (select * from deliveries where id = ${first}::uuid) as first
    cross join lateral jsonb_populate_record(first::deliveries, drawn.change) as copied
  `.execute(db)
  await sql`
    insert into delivery_history (shop_id, delivery_id, version, status, occurred_at)
    select deliveries.shop_id, deliveries.id, step.version, step.status,
      deliveries.created_at + step.version * interval '7 minutes'
    from deliveries
    cross join (values (11, 'SEARCHING_COURIER'), (12, 'ASSIGNED'), (13, 'SEARCHING_COURIER'), (14, 'ASSIGNED'))
      as step (version, status)
    where deliveries.id <> ${first}::uuid
      and (deliveries.courier_id is not null or (deliveries.status = 'SEARCHING_COURIER' and step.version < 14))
  `.execute(db)
  await sql`
    insert into events (shop_id, id, delivery_id, type, body, created_at)
    select deliveries.shop_id, deliveries.id, deliveries.id, 'delivery.created', '', deliveries.created_at
    from deliveries where deliveries.id <> ${first}::uuid
  `.execute(db)
  const nowhere = '00000000-0000-0000-0000-000000000000'
  await sql`
    insert into delivery_search_backlog (after_shop_id, after_delivery_id) values (${nowhere}, ${nowhere})
  `.execute(db)
  while (await makeOlderDeliveriesSearchable({ db }));
  return { shops, courierIds, rows: await readRows(service) }
}

/** All deliveries, newest first. */
export const readRows = ({ services: { db } }: TestService): Promise<DeliveryRow[]> =>
  db.selectFrom('deliveries').selectAll().orderBy('deliveries.id', 'desc').execute()

/** Whether a delivery counts as under way, by all that is known of it. */
export const isUnderWay = ({ status, ended_at }: DeliveryRow): boolean =>
  !isFinal(status) && !(isIn('failed', status) && ended_at !== null)
