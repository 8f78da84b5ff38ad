import type { Trx } from '../../../base/database/open-database.ts'
import { listBalances } from '../../money/ledger/ledger-store.ts'
import type { KnownShop } from '../../shops/cache-shops.ts'
import { lockShop } from '../../shops/shop-store.ts'
import type { DeliveryRow } from '../delivery-row.ts'
import { countHandedOver, sumTripsUnderWay } from './trip-first-store.ts'
import { maxOwedOf, paysFirst, tripOfShop } from './trip-of-shop.ts'

/**
 * Whether the shop pays the trip of this order first. It holds the shop until the transaction ends, so that
 * of orders that come at once each counts those before it.
 */
export async function checkCredit(
  trx: Trx,
  row: DeliveryRow,
  { shop: known, terms }: KnownShop,
): Promise<'ENOUGH' | 'TRIP_FIRST'> {
  const tripFcfa = tripOfShop(row)
  if (tripFcfa === 0) return 'ENOUGH'
  const shop = (await lockShop(trx, row.shop_id)) ?? known
  const { shop_id: shopId, currency } = row
  const balances = await listBalances(trx, { kinds: ['SHOP_FEES', 'SHOP_SALES'], owner: shopId })
  const of = (kind: string) =>
    balances.find((each) => each.kind === kind && each.currency === currency)?.balanceFcfa ?? 0
  const standing = {
    // What it sold settles what it owes only where it agreed to that.
    owedFcfa: of('SHOP_FEES') + (shop.payout_nets_fees ? of('SHOP_SALES') : 0),
    underWayFcfa: await sumTripsUnderWay(trx, { shopId, currency }),
    handedOver: await countHandedOver(trx, shopId, terms.newShopTrips),
  }
  const isFirst = paysFirst(tripFcfa, standing, { ...terms, maxOwedFcfa: maxOwedOf(shop, terms) })
  return isFirst ? 'TRIP_FIRST' : 'ENOUGH'
}
