import type { Trx } from '../../base/database/open-database.ts'
import type { ParcelSize } from '../../contract/vocabulary.ts'
import { slotFor } from '../deliveries/carrying/carrying-capacity.ts'
import type { TourParcel } from '../tours/tour.ts'
import type { LimitsOf } from '../tours/tour-limits.ts'
import { insertionOf } from '../tours/tour-promise.ts'
import { listTours } from '../tours/turn-store.ts'
import { listCouriersWithin, listRooms, type NearCourier, type Wanted } from './search-store.ts'

/** How many couriers under way a round looks at. */
const maxLookedAt = 10

type Joining = { parcel: TourParcel; size: ParcelSize; maxParcels: number; limitsOf: LimitsOf }

/**
 * Couriers who carry other parcels and can take this one on their way, within what their customers were told,
 * the nearest to the shop first, at most `limit`.
 */
export async function listPassingCouriers(
  trx: Trx,
  { limit, ...wanted }: Omit<Wanted, 'again' | 'isBusy'>,
  { parcel, size, maxParcels, limitsOf }: Joining,
): Promise<NearCourier[]> {
  if (limit <= 0) return []
  const near = await listCouriersWithin(trx, { ...wanted, limit: maxLookedAt, isBusy: true, again: false })
  if (near.length === 0) return []
  const ids = near.map(({ courierId }) => courierId)
  const [tours, rooms] = [await listTours(trx, ids), await listRooms(trx, ids)]
  const isPassing = ({ courierId }: NearCourier): boolean => {
    const room = rooms.find((each) => each.courierId === courierId)
    if (!room || slotFor(room.held, { size, vehicle: room.vehicle, maxParcels }) === null) return false
    const start = { from: room.from, now: wanted.now, limitsOf }
    return insertionOf(tours.get(courierId) ?? [], parcel, start) !== undefined
  }
  return near.filter(isPassing).slice(0, limit)
}
