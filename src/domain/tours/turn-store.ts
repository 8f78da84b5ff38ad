import { sql } from 'kysely'
import type { Database, Trx } from '../../base/database/open-database.ts'
import { statusesOf } from '../deliveries/delivery-store.ts'
import { type TourColumns, type TourParcel, type Turns, tourParcel } from './tour.ts'

/**
 * The SQL for the turns of a delivery: those that it has with its present courier, since what another had
 * planned is over.
 */
export const turnsColumn = sql`(
  select json_build_object(
    'pickup', courier_turns.pickup_turn, 'dropoff', courier_turns.dropoff_turn,
    'return', courier_turns.return_turn
  )
  from courier_turns
  where courier_turns.shop_id = deliveries.shop_id and courier_turns.delivery_id = deliveries.id
    and courier_turns.courier_id = deliveries.courier_id
) as turns`

/** What each of these couriers carries, as their tours are made of it. */
export async function listTours(
  db: Database | Trx,
  courierIds: readonly string[],
): Promise<Map<string, TourParcel[]>> {
  const { rows } = await sql<TourColumns & { courier_id: string }>`
    select
      deliveries.courier_id, deliveries.shop_id, deliveries.id, deliveries.status, deliveries.courier_slot,
      deliveries.pickup_lat, deliveries.pickup_lng, deliveries.dropoff_lat, deliveries.dropoff_lng,
      ${turnsColumn}
    from deliveries
    where deliveries.courier_id = any(${[...courierIds]}::uuid[])
      and deliveries.status in (${statusesOf('carried')})
    order by deliveries.courier_id, deliveries.courier_slot
  `.execute(db)
  const byCourier = Map.groupBy(rows, (row) => row.courier_id)
  return new Map([...byCourier].map(([courierId, each]) => [courierId, each.map(tourParcel)]))
}

/** Keeps the turns of a courier's parcels. */
export async function saveTurns(
  trx: Trx,
  courierId: string,
  parcels: readonly { shopId: string; id: string; turns: Turns }[],
): Promise<void> {
  if (parcels.length === 0) return
  await trx
    .insertInto('courier_turns')
    .values(
      parcels.map(({ shopId, id, turns }) => ({
        ...{ shop_id: shopId, delivery_id: id, courier_id: courierId },
        ...{ pickup_turn: turns.pickup, dropoff_turn: turns.dropoff, return_turn: turns.return },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'delivery_id']).doUpdateSet((eb) => ({
        courier_id: eb.ref('excluded.courier_id'),
        pickup_turn: eb.ref('excluded.pickup_turn'),
        dropoff_turn: eb.ref('excluded.dropoff_turn'),
        return_turn: eb.ref('excluded.return_turn'),
      })),
    )
    .execute()
}
