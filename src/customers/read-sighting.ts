import { findPosition } from '../couriers/position-store.ts'
import type { Database } from '../database/open-database.ts'
import type { DeliveryRow } from '../deliveries/delivery-view.ts'
import { courierSighting, type Sighting } from './courier-sighting.ts'
import type { CustomerView } from './customer-view.ts'

/** Where the courier who is on the way was seen last; null where there is none to see. */
export async function readSighting(
  { db }: { db: Database },
  { row, view }: { row: DeliveryRow; view: CustomerView },
): Promise<Sighting | null> {
  if (view.courier === null || row.courier_id === null) return null
  const position = await findPosition(db, row.courier_id)
  return position ? courierSighting(position, view) : null
}
