import type { VehicleType } from '../contract/vocabulary.ts'
import type { DeliveryKey } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-view.ts'
import { type DeliveryParts, moveDelivery } from './move-delivery.ts'

/** What a partner sees of a courier (spec 2.9); `phone` in international form. */
export type CourierCard = {
  firstName: string
  phone: string
  vehicleType: VehicleType
  plateNumber: string | null
}

/** A courier accepts the trip; the first to do so has it. Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED. */
export function assignCourier(
  parts: DeliveryParts,
  key: DeliveryKey,
  courier: CourierCard,
): Promise<DeliveryRow> {
  return moveDelivery(parts, key, 'assign', () => ({
    change: {
      courier_first_name: courier.firstName,
      courier_phone: courier.phone,
      courier_vehicle_type: courier.vehicleType,
      courier_plate_number: courier.plateNumber,
    },
  }))
}
