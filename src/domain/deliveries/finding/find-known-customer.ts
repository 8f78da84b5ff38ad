import type { Database } from '../../../base/database/open-database.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import type { Collection, FeePayer, ParcelSize, PaymentMode } from '../../../contract/vocabulary.ts'
import type { Place } from '../order/delivery-order.ts'
import { dropoffPrecision, isDoor } from '../order/position-precision.ts'
import { type ListedDelivery, listDeliveriesByTerm } from '../searching/delivery-search-store.ts'
import { phoneTermOf } from '../searching/search-term.ts'

/** What a shop ordered last for a customer, to order it again. */
export type KnownCustomer = {
  lastName: string
  firstName: string
  /** In international form. */
  phone: string
  /** The last one that is known; null where none is. */
  dropoff: Place | null
  parcel: { category: string; size: ParcelSize; fragile: boolean }
  payment: { mode: PaymentMode; collection: Collection; feePayer: FeePayer }
  lastOrderedAt: Date
}

/** How far back the last known place is looked for. */
const maxDeliveries = 10

/**
 * The customer who has this phone, by what this shop ordered for them; undefined for a phone that nobody can
 * have or to which the shop has delivered nothing. Other shops' deliveries tell nothing.
 */
export async function findKnownCustomer(
  db: Database,
  shopId: string,
  { phone: typed, country }: { phone: string; country: string },
): Promise<KnownCustomer | undefined> {
  const phone = internationalPhone(typed, country)
  if (phone === undefined) return undefined
  const deliveries = await listDeliveriesByTerm(db, shopId, phoneTermOf(phone), maxDeliveries)
  const [last] = deliveries
  if (!last) return undefined
  const [dropoff = null] = deliveries.flatMap(placeOf)
  return {
    lastName: last.customer_last_name,
    firstName: last.customer_first_name,
    phone,
    dropoff,
    parcel: { category: last.parcel_category, size: last.parcel_size, fragile: last.parcel_fragile },
    payment: { mode: last.payment_mode, collection: last.collection, feePayer: last.fee_payer },
    lastOrderedAt: last.created_at,
  }
}

function placeOf(row: ListedDelivery): Place[] {
  const { dropoff_lat: lat, dropoff_lng: lng, dropoff_label, dropoff_landmark } = row
  const precision = dropoffPrecision(row)
  if (lat === null || lng === null) return []
  return [
    {
      lat,
      lng,
      ...(dropoff_label !== null && { label: dropoff_label }),
      ...(dropoff_landmark !== null && { landmark: dropoff_landmark }),
      ...(!isDoor(precision) && { precision }),
    },
  ]
}
