import type { Database } from '../../base/database/open-database.ts'
import { findPosition } from '../../domain/couriers/position-store.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { courierSighting, type Sighting } from './courier-sighting.ts'
import type { CustomerView } from './customer-view.ts'

/** The last position of the courier who is on the way; null when there is none to show. */
export async function readSighting(
  { db }: { db: Database },
  { row, view }: { row: DeliveryRow; view: CustomerView },
): Promise<Sighting | null> {
  if (view.courier === null || row.courier_id === null) return null
  const position = await findPosition(db, row.courier_id)
  return position ? courierSighting(position, view) : null
}
