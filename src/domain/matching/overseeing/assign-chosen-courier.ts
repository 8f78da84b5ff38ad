import { intervening } from '../../deliveries/changing/delivery-intervention.ts'
import { recordIntervention } from '../../deliveries/changing/record-delivery-act.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { assignCourier } from '../../deliveries/transitions/assign-courier.ts'
import type { DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { checkFitCourier } from './check-fit-courier.ts'
import { recordNamedCourier } from './record-named-courier.ts'

/**
 * Those who run the service give a delivery whose courier is searched to one whom they chose, on duty or not,
 * for the pay by the rule (decision 158), and notify them. Its offers end, and the search with them. Throws
 * COURIER_NOT_FOUND, COURIER_VEHICLE_UNFIT, COURIER_OF_ANOTHER_CITY, COURIER_BUSY, REASON_REQUIRED,
 * ROLE_REQUIRED, DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function assignChosenCourier(
  deps: DeliveryDeps,
  key: DeliveryKey,
  courierId: string,
  reason: string,
): Promise<DeliveryRow> {
  const acting = intervening(deps, 'ASSIGN', reason)
  const courier = await checkFitCourier(deps.db, key, courierId)
  const alongside = recordNamedCourier(acting, recordIntervention(acting, 'assign-chosen-courier'))
  return assignCourier(acting, key, courier, undefined, alongside)
}
