import type { Trx } from '../../base/database/open-database.ts'
import { ApiError } from '../../contract/errors.ts'
import { findPosition } from '../couriers/position-store.ts'
import { turnsOf } from './tour.ts'
import { type TourDeps, tourLimits } from './tour-limits.ts'
import { givenOrder, goTogether, toldUntil } from './tour-promise.ts'
import { deleteTurns, listTours, saveTurns } from './turn-store.ts'

/**
 * Puts the stops of a courier who was given all of their parcels at `now` into the best order, and tells
 * their doors when they come by that one; of one who had others before, the order stays in which these
 * joined, since what was promised stands. What they took themselves (`isTaken`) is theirs only where it can
 * be brought in time: throws OFFER_GONE where that is over by now.
 */
export async function planTour(
  trx: Trx,
  courierId: string,
  { given, now, isTaken = false }: { given: ReadonlySet<string>; now: Date; isTaken?: boolean },
  deps: TourDeps,
): Promise<void> {
  const carried = (await listTours(trx, [courierId])).get(courierId) ?? []
  if (carried.length < 2 || carried.some(({ id }) => !given.has(id))) return
  const parcels = carried.map((parcel) => ({ ...parcel, turns: null }))
  const from = (await findPosition(trx, courierId)) ?? null
  const start = { from, now, limitsOf: tourLimits(deps) }
  if (isTaken && !goTogether(parcels, start)) throw new ApiError('OFFER_GONE')
  const order = givenOrder(parcels, start)
  await deleteTurns(trx, parcels)
  await saveTurns(trx, courierId, turnsOf(order), toldUntil(parcels, order, start))
}
