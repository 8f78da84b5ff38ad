import { checkCourier } from '../../couriers/check-courier.ts'
import { intervening } from '../../deliveries/changing/delivery-intervention.ts'
import { recordIntervention } from '../../deliveries/changing/record-delivery-act.ts'
import type { DeliveryRow } from '../../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../../deliveries/delivery-store.ts'
import { assignCourier } from '../../deliveries/transitions/assign-courier.ts'
import type { DeliveryDeps } from '../../deliveries/transitions/move-delivery.ts'
import { assignTogether } from '../../tours/assign-together.ts'
import { planTour } from '../../tours/plan-tour.ts'
import { checkFitCourier } from './check-fit-courier.ts'
import { recordNamedCourier } from './record-named-courier.ts'

/**
 * Those who run the service give several deliveries whose courier is searched to one whom they chose, all or
 * none, as `assignChosenCourier` gives one: each with its line of audit. Throws COURIER_NOT_FOUND,
 * COURIER_VEHICLE_UNFIT, COURIER_OF_ANOTHER_CITY, COURIER_BUSY, REASON_REQUIRED, ROLE_REQUIRED,
 * DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export async function assignTour(
  deps: DeliveryDeps,
  keys: readonly DeliveryKey[],
  courierId: string,
  reason: string,
): Promise<DeliveryRow[]> {
  const acting = intervening(deps, 'ASSIGN', reason)
  const given = new Set(keys.map(({ id }) => id))
  for (const key of keys) await checkFitCourier(deps.db, key, courierId)
  const courier = await checkCourier(deps.db, courierId)
  return assignTogether(
    acting,
    keys,
    (within, key) => {
      const alongside = recordNamedCourier(within, recordIntervention(within, 'assign-chosen-courier'))
      return assignCourier(within, key, courier, undefined, alongside)
    },
    { afterwards: (trx) => planTour(trx, courierId, { given, now: deps.clock.now() }, deps) },
  )
}
