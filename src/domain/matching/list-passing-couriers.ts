import type { Trx } from '../../base/database/open-database.ts'
import type { ParcelSize } from '../../contract/vocabulary.ts'
import { findCourier } from '../couriers/courier-store.ts'
import { findPosition } from '../couriers/position-store.ts'
import { listHeldParcels } from '../deliveries/carrying/carried-store.ts'
import { slotFor } from '../deliveries/carrying/carrying-capacity.ts'
import type { TourParcel } from '../tours/tour.ts'
import { insertionOf } from '../tours/tour-promise.ts'
import { listTours } from '../tours/turn-store.ts'
import { listCouriersWithin, type NearCourier, type Wanted } from './search-store.ts'

/** How many couriers under way a round looks at. */
const maxLookedAt = 10

type Joining = { parcel: TourParcel; size: ParcelSize; maxParcels: number }

/**
 * Couriers who carry other parcels and can take this one on their way, within what their customers were told,
 * the nearest to the shop first.
 */
export async function listPassingCouriers(
  trx: Trx,
  wanted: Omit<Wanted, 'again' | 'isBusy'>,
  { parcel, size, maxParcels }: Joining,
): Promise<NearCourier[]> {
  const near = await listCouriersWithin(trx, { ...wanted, limit: maxLookedAt, isBusy: true, again: false })
  const tours = await listTours(
    trx,
    near.map(({ courierId }) => courierId),
  )
  const passing: NearCourier[] = []
  for (const courier of near) {
    const { courierId } = courier
    const [from, known] = [await findPosition(trx, courierId), await findCourier(trx, courierId)]
    const held = await listHeldParcels(trx, courierId)
    const slot = known && slotFor(held, { size, vehicle: known.vehicle_type, maxParcels })
    const isOnTheWay = from && insertionOf(tours.get(courierId) ?? [], parcel, { from, now: wanted.now })
    if (slot && isOnTheWay) passing.push(courier)
  }
  return passing
}
