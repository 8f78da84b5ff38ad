import { intervening } from '../../deliveries/changing/delivery-intervention.ts'
import { recordDeliveryAct } from '../../deliveries/changing/record-delivery-act.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { replaceCourier } from '../../deliveries/transitions/assign-courier.ts'
import type { DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { checkFitCourier } from './check-fit-courier.ts'
import { recordNamedCourier } from './record-named-courier.ts'

type Reassignment = {
  /** Why, for the history; the terminal need not say. */
  reason?: string
  /**
   * The courier whom the page showed: of two who replace one at once, one does. Null for one of the sandbox.
   */
  instead?: string | null
}

/**
 * The operator replaces a courier before pickup (decision 24) by another, on duty or not; both are notified.
 * Throws COURIER_NOT_FOUND, COURIER_VEHICLE_UNFIT, COURIER_OF_ANOTHER_CITY, COURIER_BUSY, DELIVERY_NOT_FOUND,
 * TRANSITION_REFUSED, DELIVERY_CHANGED_MEANWHILE; with a reason also REASON_REQUIRED, ROLE_REQUIRED,
 * ALREADY_DONE.
 */
export async function reassignCourier(
  deps: DeliveryDeps,
  key: DeliveryKey,
  courierId: string,
  { reason, ...seen }: Reassignment = {},
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'REASSIGN', reason)
  const courier = await checkFitCourier(deps.db, key, courierId)
  const alongside = recordNamedCourier(acting, recordDeliveryAct(acting, 'reassign-courier'))
  return replaceCourier(acting, key, { ...courier, ...seen }, alongside)
}
