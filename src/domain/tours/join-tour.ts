import type { Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { findPosition } from '../couriers/position-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { Alongside } from '../deliveries/transitions/move-delivery.ts'
import { joined, type Stop, stopsOf, type TourParcel, turnsOf } from './tour.ts'
import { type TourDeps, tourLimits } from './tour-limits.ts'
import { insertionOf, toldUntil } from './tour-promise.ts'
import { deleteTurns, listTours, saveTurns } from './turn-store.ts'

type Joining = Pick<DeliveryRow, 'id' | 'courier_id'>

/**
 * Writes, with the assignment of a delivery, at which turn its courier comes to its shop and its door: where
 * that costs least, without changing the order of what they carry. A parcel that is alone needs no turns.
 */
export const joinTour =
  (deps: TourDeps): Alongside =>
  (trx, after, _before, now) =>
    join(deps, trx, after, now, { isBound: false })

/**
 * The same for what a courier accepts while they carry other parcels, whose customers were told when they
 * come. Throws OFFER_GONE where it does not fit in any more.
 */
export const joinTourInTime =
  (deps: TourDeps): Alongside =>
  (trx, after, _before, now) =>
    join(deps, trx, after, now, { isBound: true })

async function join(
  deps: TourDeps,
  trx: Trx,
  { id, courier_id: courierId }: Joining,
  now: Date,
  { isBound }: { isBound: boolean },
): Promise<void> {
  if (courierId === null) return
  const parcels = (await listTours(trx, [courierId])).get(courierId) ?? []
  const found = parcels.find((parcel) => parcel.id === id)
  // They may have had it before: nothing that was told then is to be kept now.
  if (found && found.turns !== null) await deleteTurns(trx, [found])
  if (parcels.length < 2 || !found) return
  const joining = { ...found, turns: null }
  const others = parcels.filter((parcel) => parcel.id !== id)
  const from = (await findPosition(trx, courierId)) ?? null
  const start = { now, limitsOf: tourLimits(deps) }
  const order =
    isBound && from ? insertionOf(others, joining, { from, ...start })?.order : freely(others, joining)
  if (!order) throw new ApiError('OFFER_GONE')
  const stood = stopsOf(others)
  const told = new Map([
    ...toldUntil([joining], order, { from, ...start }),
    ...toldUntil(others, stood, { from, ...start }),
  ])
  await saveTurns(trx, courierId, turnsOf(order), told)

  function freely(before: readonly TourParcel[], parcel: TourParcel): Stop[] | undefined {
    const [pickup, dropoff] = stopsOf([parcel])
    if (!pickup || !dropoff) return undefined
    const stops = stopsOf(before).filter(({ isLast }) => !isLast)
    return joined(stops, { pickup, dropoff }, from)
  }
}
