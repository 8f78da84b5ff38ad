import { countWaiting } from '../../../domain/couriers/applications/application-store.ts'
import { hasCourier } from '../../../domain/couriers/courier-store.ts'
import { countWaitingShops, hasApprovedShop } from '../../../domain/shops/shop-store.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import type { ServiceState } from './service-steps.ts'

/** How far the service is from its first order, as it really stands. */
export async function readServiceState({
  db,
  clock,
  pricing,
  messages,
  monitoring,
  moneyAccounts,
  environment,
}: OperationsDeps): Promise<ServiceState> {
  const map = pricing.map.current()
  const prices = pricing.priceList.current()
  const now = clock.now()
  const cities = map.cities.map((city) => ({
    id: city.id,
    name: city.name,
    zoneCount: map.zonesOf(city.id).length,
    hasTariff: prices.tariffOf(city.id, now) !== undefined,
  }))
  const [hasFirstCourier, hasFirstShop, applications, waitingShops] = await Promise.all([
    hasCourier(db),
    hasApprovedShop(db),
    countWaiting(db),
    countWaitingShops(db),
  ])
  return {
    cities,
    channels: messages.routes.map(({ name }) => name),
    lacksPhoneChannel: monitoring.missing.some(({ lacks }) => lacks === 'CODES'),
    hasProvider: environment === 'sandbox' || moneyAccounts.length > 0,
    hasFirstCourier,
    hasFirstShop,
    applications,
    waitingShops,
  }
}
