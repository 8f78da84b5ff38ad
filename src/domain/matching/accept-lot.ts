import type { Trx } from '../../base/database/open-database.ts'
import type { Fcfa } from '../../base/kernel/fcfa.ts'
import { ApiError } from '../../contract/errors.ts'
import { checkCourier } from '../couriers/check-courier.ts'
import { listCarriedDeliveries } from '../deliveries/carrying/carried-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-row.ts'
import type { DeliveryKey } from '../deliveries/delivery-store.ts'
import { assignCourier } from '../deliveries/transitions/assign-courier.ts'
import { type DeliveryDeps, isTransitionRefused } from '../deliveries/transitions/move-delivery.ts'
import { assignTogether } from '../tours/assign-together.ts'
import { planTour } from '../tours/plan-tour.ts'
import { findPromisedTrip } from './offer-store.ts'

/**
 * A courier accepts what was offered to them together, all of it or nothing, for the sum that they saw.
 * Accepting it again returns it again. Throws OFFER_GONE when one of it is gone, another sum is promised
 * now or it cannot be brought in time together any more, COURIER_BUSY when it is more than they may have,
 * COURIER_NOT_FOUND.
 */
export async function acceptLot(
  deps: DeliveryDeps,
  courierId: string,
  keys: readonly DeliveryKey[],
  shownPayFcfa: Fcfa | undefined,
): Promise<DeliveryRow[]> {
  const { db, clock } = deps
  const courier = await checkCourier(db, courierId)
  const now = clock.now()
  const given = new Set(keys.map(({ id }) => id))
  const promised = new Map<string, Awaited<ReturnType<typeof findPromisedTrip>>>()
  for (const key of keys) promised.set(key.id, await findPromisedTrip(db, courierId, key, now))
  const pays = [...promised.values()].map((trip) => trip?.payFcfa)
  const sum = pays.reduce<number>((all, pay) => all + (pay ?? Number.NaN), 0)
  if (sum !== (shownPayFcfa ?? sum)) return acceptedOrGone(deps, courierId, keys)
  try {
    return await assignTogether(
      deps,
      keys,
      (within, key) => assignCourier(within, key, courier, promised.get(key.id), isAlone),
      { afterwards: (trx) => planTour(trx, courierId, { given, now: clock.now(), isTaken: true }, deps) },
    )
  } catch (error) {
    if (isTransitionRefused(error)) return acceptedOrGone(deps, courierId, keys)
    throw error
  }

  /** Its order was free when it was offered: what the courier has besides may not be delayed by it. */
  async function isAlone(trx: Trx): Promise<void> {
    const carried = await listCarriedDeliveries(trx, courierId)
    if (carried.some(({ id }) => !given.has(id))) throw new ApiError('OFFER_GONE')
  }
}

/** It may be gone because this courier has already accepted it, as when a button is pressed twice. */
async function acceptedOrGone(
  { db }: DeliveryDeps,
  courierId: string,
  keys: readonly DeliveryKey[],
): Promise<DeliveryRow[]> {
  const carried = await listCarriedDeliveries(db, courierId)
  const accepted = carried.filter(({ id }) => keys.some((key) => key.id === id))
  if (accepted.length < keys.length) throw new ApiError('OFFER_GONE')
  return accepted
}
