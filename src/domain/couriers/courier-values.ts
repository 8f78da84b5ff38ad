import { type AuditValues, maskedPhone } from '../audit/audited-act.ts'
import type { CourierRow } from './courier-store.ts'

/**
 * What the audit keeps of a courier. It is never purged, so it keeps neither their name nor all of their
 * number.
 */
export const courierValues = (courier: CourierRow, cityIds?: readonly string[]): AuditValues => ({
  phone: maskedPhone(courier.phone),
  vehicleType: courier.vehicle_type,
  plateNumber: courier.plate_number,
  onDutySince: courier.on_duty_since,
  retiredAt: courier.retired_at,
  ...(courier.suspended_at && {
    suspendedAt: courier.suspended_at,
    suspensionReason: courier.suspension_reason,
  }),
  ...(cityIds && { cityIds: cityIds.toSorted() }),
})
