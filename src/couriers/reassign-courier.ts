import { replaceCourier } from '../deliveries/assign-courier.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-view.ts'
import type { DeliveryParts } from '../deliveries/move-delivery.ts'
import { checkCourier } from './check-courier.ts'

/**
 * The operator names another courier in the place of one who was lost before pickup (decision 24), on duty or
 * not. Throws COURIER_NOT_FOUND, COURIER_BUSY, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function reassignCourier(
  parts: DeliveryParts,
  key: DeliveryKey,
  courierId: string,
): Promise<DeliveryRow> {
  return replaceCourier(parts, key, await checkCourier(parts.db, courierId))
}
