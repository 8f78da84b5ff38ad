import type { Language } from '../../../base/kernel/language.ts'
import { hasRight, type ShopRole } from '../../../domain/accounts/account-right.ts'
import { readShopHome } from '../../../domain/deliveries/finding/read-shop-home.ts'
import { searchDeliveries } from '../../../domain/deliveries/finding/search-deliveries.ts'
import { listFailingEndpoints } from '../../../domain/webhooks/endpoints/list-failing-endpoints.ts'
import { shopTimeZone } from '../../workspace/shop-time-zone.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import type { HomeFacts } from './home-page.ts'

/** Reads what the home page of a shop shows to somebody of this role. */
export async function readHome(
  deps: Pick<ConsoleDeps, 'db' | 'clock' | 'shops' | 'pricing' | 'timeZone'>,
  { shopId, language, role }: { shopId: string; language: Language; role: ShopRole },
): Promise<HomeFacts> {
  const { db, clock, shops } = deps
  const known = await shops.shop(shopId)
  const timeZone = shopTimeZone(deps, known)
  const { country } = known.shop
  const [home, failing, { rows }] = await Promise.all([
    readShopHome({ db, clock }, shopId, timeZone),
    listFailingEndpoints(db, shopId),
    searchDeliveries(db, shopId, { typed: '', country, filter: {} }, 1),
  ])
  return {
    language,
    shopHref: shopHref(shopId),
    now: clock.now(),
    timeZone,
    home,
    failing,
    first:
      rows.length > 0
        ? null
        : { hasAddress: known.pickupAddresses.length > 0, canManageKeys: hasRight(role, 'MANAGE_KEYS') },
  }
}
