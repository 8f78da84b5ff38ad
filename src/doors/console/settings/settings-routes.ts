import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { listMembers } from '../../../domain/accounts/membership-store.ts'
import { listOpenInvitations } from '../../../domain/accounts/team/invitation-store.ts'
import { findOpenPayoutChange } from '../../../domain/shops/payout/payout-change-store.ts'
import { listPickupAddresses } from '../../../domain/shops/shop-store.ts'
import { addressRoutes } from '../../../web/keeping/addresses/address-routes.ts'
import { invoiceRoutes } from '../../../web/statements/invoice-routes.ts'
import { shopStatementRoutes } from '../../../web/statements/shop-statement-routes.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { consoleKeeping } from '../console-keeping.ts'
import { memberOf, shopHref, shopPath } from '../console-request.ts'
import { appearanceRoutes } from './appearance/appearance-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { payoutRoutes } from './payout/payout-routes.ts'
import { settingsPage } from './settings-page.ts'
import { teamRoutes } from './team/team-routes.ts'

/** The settings of a shop: an overview, and a folder for each of its pages. */
export async function settingsRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock, sendPage } = deps

  app.get(`${shopPath}/settings`, { config: { needs: 'SELL' } }, async (request, reply) => {
    const { shop, role } = memberOf(request)
    const page = settingsPage({
      language: languageOf(request),
      href: shopHref(shop.id, '/settings'),
      shop,
      addresses: await listPickupAddresses(db, shop.id),
      ofOwner: hasRight(role, 'MANAGE_SHOP') ? await readForOwner(shop.id, shop.language) : null,
    })
    return sendPage(request, reply, 200, page)
  })

  const keeping = consoleKeeping(deps)
  await app.register(addressRoutes, keeping)
  await app.register(invoiceRoutes, keeping)
  await app.register(shopStatementRoutes, {
    ...keeping,
    deliveryHref: (shopId, id) => shopHref(shopId, `/deliveries/${id}`),
  })
  for (const pages of [payoutRoutes, appearanceRoutes, teamRoutes, auditRoutes])
    await app.register(pages, deps)

  async function readForOwner(shopId: string, language: typeof deps.language | null) {
    const [change, members, invitations] = await Promise.all([
      findOpenPayoutChange(db, shopId),
      listMembers(db, shopId),
      listOpenInvitations(db, shopId, clock.now()),
    ])
    return {
      isPayoutWaiting: change?.takes_effect_at != null,
      members: members.length,
      invitations: invitations.length,
      messageLanguage: language ?? deps.language,
    }
  }
}
