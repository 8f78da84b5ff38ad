import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import { vehiclesFor } from '../search-round.ts'
import { type CourierToChoose, selectCouriersToChoose } from './couriers-to-choose-store.ts'

/** More than a page shows on a map without hiding one another; whoever is not among them is found by name. */
const maxListed = 40
const maxNameLength = 40

/**
 * To whom a delivery can be given by hand, the nearest to its shop first: couriers of its city who are on
 * duty, carrying or free, with a vehicle that takes the parcel. With a name or a part of a phone number also
 * those off duty, whom somebody has telephoned.
 */
export function listCouriersToChoose(
  { db, clock }: { db: Database; clock: Clock },
  delivery: DeliveryRow,
  named = '',
): Promise<CourierToChoose[]> {
  return selectCouriersToChoose(db, {
    key: { shopId: delivery.shop_id, id: delivery.id },
    cityId: delivery.city_id,
    from: { lat: delivery.pickup_lat, lng: delivery.pickup_lng },
    vehicles: vehiclesFor(delivery.parcel_size),
    named: cleanedLine(named).slice(0, maxNameLength),
    now: clock.now(),
    limit: maxListed,
  })
}
