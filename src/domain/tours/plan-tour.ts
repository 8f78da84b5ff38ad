import type { Trx } from '../../base/database/open-database.ts'
import { findPosition } from '../couriers/position-store.ts'
import { plannedOrder, plannedParcels } from './planned-order.ts'
import { turnsOf } from './tour.ts'
import { listTours, saveTurns } from './turn-store.ts'

/**
 * Puts the stops of a courier who was given all of their parcels just now into the best order; of one who had
 * others before, the order stays in which these joined, since what was promised stands.
 */
export async function planTour(trx: Trx, courierId: string, given: ReadonlySet<string>): Promise<void> {
  const parcels = (await listTours(trx, [courierId])).get(courierId) ?? []
  if (parcels.length < 2 || parcels.some(({ id }) => !given.has(id))) return
  const position = await findPosition(trx, courierId)
  await saveTurns(trx, courierId, turnsOf(plannedOrder(plannedParcels(parcels), position ?? null)))
}
