import { sql } from 'kysely'
import type { Database } from '../../../base/database/open-database.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import type { AskedCourier } from './search-story.ts'

/** The most couriers that the story of a search names. */
const maxAsked = 300

/**
 * How many rounds the search for a courier has made, and when the next is due; undefined when it has ended.
 */
export async function findSearch(
  db: Database,
  { shopId, id }: DeliveryKey,
): Promise<{ round: number; dueAt: Date } | undefined> {
  return db
    .selectFrom('courier_searches')
    .select(['courier_searches.round', 'courier_searches.due_at as dueAt'])
    .where('courier_searches.shop_id', '=', shopId)
    .where('courier_searches.delivery_id', '=', id)
    .executeTakeFirst()
}

/** Who was asked to carry a delivery, in the order of the rounds and then of the distance. */
export async function listAskedCouriers(db: Database, { shopId, id }: DeliveryKey): Promise<AskedCourier[]> {
  return db
    .selectFrom('courier_offers')
    .innerJoin('couriers', 'couriers.id', 'courier_offers.courier_id')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.shop_id', '=', 'courier_offers.shop_id')
        .onRef('deliveries.id', '=', 'courier_offers.delivery_id'),
    )
    .select([
      'courier_offers.courier_id as courierId',
      'couriers.first_name as firstName',
      'couriers.last_name as lastName',
      'couriers.phone',
      'couriers.vehicle_type as vehicleType',
      'courier_offers.round',
      'courier_offers.distance_meters as distanceMeters',
      'courier_offers.pay_fcfa as payFcfa',
      'courier_offers.offered_at as offeredAt',
      'courier_offers.expires_at as expiresAt',
      'courier_offers.declined_at as declinedAt',
      sql<boolean>`courier_offers.trip_version <> deliveries.trip_version`.as('isOfFormerTrip'),
    ])
    .where('courier_offers.shop_id', '=', shopId)
    .where('courier_offers.delivery_id', '=', id)
    .orderBy('courier_offers.round')
    .orderBy('courier_offers.distance_meters')
    .orderBy('courier_offers.courier_id')
    .limit(maxAsked)
    .execute()
}
