import { setDuty } from '../couriers/set-duty.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import type { ReportedProblem } from '../deliveries/pickup-problems/wait-at-shop.ts'
import { freeDelivery } from '../deliveries/transitions/free-delivery.ts'
import type { DeliveryDeps } from '../deliveries/transitions/move-delivery.ts'
import { excludeFromSearch } from './offer-store.ts'
import { resumeSearch } from './search-store.ts'

/**
 * A courier frees a parcel that they cannot take: the search for another begins anew at once, and asks them
 * no more about this trip. After a breakdown they go off duty, and are asked about none until they say that
 * they can (decision 271). Throws DELIVERY_NOT_FOUND, TRANSITION_REFUSED.
 */
export const freeParcel = (
  deps: DeliveryDeps,
  key: DeliveryKey,
  problem: ReportedProblem,
): Promise<DeliveryRow> =>
  freeDelivery(deps, key, problem, async (trx, after, _before, now) => {
    await excludeFromSearch(trx, key, { courierId: problem.courierId, tripVersion: after.trip_version, now })
    await resumeSearch(trx, key, now)
    if (problem.reason === 'BREAKDOWN') await setDuty({ ...deps, db: trx }, problem.courierId, false, now)
  })
