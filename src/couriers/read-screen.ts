import type { Database } from '../database/open-database.ts'
import { findCarriedDelivery } from '../deliveries/delivery-store.ts'
import { findShop } from '../shops/shop-store.ts'
import { findCalledBack } from './called-back-store.ts'
import { type CourierScreen, carriedParcel, shopPlace } from './courier-screen.ts'
import type { CourierRow } from './courier-store.ts'
import { listOpenOffers } from './offer-store.ts'

/** What a courier sees at `now`. */
export async function readScreen(db: Database, courier: CourierRow, now: Date): Promise<CourierScreen> {
  const isOnDuty = courier.on_duty_since !== null
  const screen = {
    courierId: courier.id,
    firstName: courier.first_name,
    isOnDuty,
    carried: null,
    offers: [],
    calledBack: null,
  }
  const carried = await findCarriedDelivery(db, courier.id)
  if (carried) {
    const shop = await findShop(db, carried.shop_id)
    return { ...screen, carried: carriedParcel(carried, shop?.name ?? '') }
  }
  const called = await findCalledBack(db, courier.id, now)
  return {
    ...screen,
    offers: isOnDuty ? await listOpenOffers(db, courier.id, now) : [],
    calledBack: called ? { reference: called.reference, place: shopPlace(called, called.shop_name) } : null,
  }
}
