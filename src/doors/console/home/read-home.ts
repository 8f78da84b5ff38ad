import type { Language } from '../../../base/kernel/language.ts'
import { hasRight, type ShopRole } from '../../../domain/accounts/account-right.ts'
import { readShopHome } from '../../../domain/deliveries/finding/read-shop-home.ts'
import { searchDeliveries } from '../../../domain/deliveries/finding/search-deliveries.ts'
import { heldPayout } from '../../../domain/transfers/held-payout.ts'
import { listTransfersTo } from '../../../domain/transfers/transfer-store.ts'
import { listFailingEndpoints } from '../../../domain/webhooks/endpoints/list-failing-endpoints.ts'
import { shopTimeZone } from '../../../web/shop-time-zone.ts'
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
  const isOwner = hasRight(role, 'MANAGE_PAYOUTS')
  const [home, failing, { rows }, payouts] = await Promise.all([
    readShopHome({ db, clock }, shopId, timeZone),
    listFailingEndpoints(db, shopId),
    searchDeliveries(db, shopId, { typed: '', country, filter: {} }, 1),
    isOwner ? listTransfersTo(db, { shop: shopId }, 1) : [],
  ])
  return {
    language,
    shopHref: shopHref(shopId),
    now: clock.now(),
    timeZone,
    home,
    failing,
    held: heldPayout(known.shop.payout_phone, payouts, clock.now()),
    first:
      rows.length > 0
        ? null
        : { hasAddress: known.pickupAddresses.length > 0, canManageKeys: hasRight(role, 'MANAGE_KEYS') },
  }
}
