import type { Database } from '../../base/database/open-database.ts'
import { type TourDeps, tourLimits } from '../tours/tour-limits.ts'
import { type CourierScreen, shopPlace, tourOnScreen } from './courier-screen.ts'
import { openOffer } from './offer-store.ts'
import { shownOffers } from './offered-lot.ts'
import { findScreen } from './screen-store.ts'

/** What reading a courier's screen needs. */
export type ScreenDeps = TourDeps & { db: Database }

/**
 * What a courier sees at `now`; undefined when there is no such courier, or they are retired. Who carries as
 * many parcels as they may sees no offers.
 */
export async function readScreen(
  deps: ScreenDeps,
  courierId: string,
  now: Date,
): Promise<CourierScreen | undefined> {
  const row = await findScreen(deps.db, courierId, now)
  if (!row) return undefined
  const { firstName, isOnDuty, vehicleType, calledBack, offers, announcement } = row
  const tour = tourOnScreen(row.carried, { from: row.position, now })
  const { carried } = tour
  const toReturn = calledBack.find((each) => each.had_parcel)
  const calledOff = calledBack.find((each) => !each.had_parcel && each.is_recent)
  return {
    courierId,
    firstName,
    isOnDuty,
    vehicleType,
    ...tour,
    offers: isOnDuty
      ? shownOffers(
          row,
          offers.map((offer) => openOffer(offer, now)),
          { now, maxParcels: deps.rules.current().COURIER_MAX_PARCELS, limitsOf: tourLimits(deps) },
        )
      : [],
    calledBack: toReturn
      ? {
          key: { shopId: toReturn.shop_id, id: toReturn.id },
          reference: toReturn.reference,
          place: shopPlace(toReturn),
        }
      : null,
    calledOff:
      calledOff && (!carried || calledOff.was_of_a_tour)
        ? { key: { shopId: calledOff.shop_id, id: calledOff.id }, reference: calledOff.reference }
        : null,
    announcement,
  }
}
