import type { DeliveryRow } from '../delivery-row.ts'
import { type DeliveryKey, findDelivery } from '../delivery-store.ts'
import { type DeliveryDeps, isTransitionRefused } from '../transitions/move-delivery.ts'

/**
 * The delivery after an act, or as it is where `isDone` says that the act was done before: a caller that lost
 * the response and calls again is not refused for it (decision 121). Throws whatever else the act refuses
 * with.
 */
export async function allowRepeat(
  { db }: Pick<DeliveryDeps, 'db'>,
  key: DeliveryKey,
  act: () => Promise<DeliveryRow>,
  isDone: (delivery: DeliveryRow) => boolean,
): Promise<DeliveryRow> {
  try {
    return await act()
  } catch (error) {
    const delivery = isTransitionRefused(error) ? await findDelivery(db, key) : undefined
    if (!delivery || !isDone(delivery)) throw error
    return delivery
  }
}
