import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { listMembers } from '../../../domain/accounts/membership-store.ts'
import { listOpenInvitations } from '../../../domain/accounts/team/invitation-store.ts'
import { maskedPhone } from '../../../domain/audit/audited-act.ts'
import { shownName } from '../../../domain/shops/appearance/shown-name.ts'
import { findOpenPayoutChange } from '../../../domain/shops/payout/payout-change-store.ts'
import { listPickupAddresses, type ShopRow } from '../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { keptAddressPages } from '../../../web/keeping/kept-pages.ts'
import { invoiceRoutes } from '../../../web/statements/invoice-routes.ts'
import { shopStatementRoutes } from '../../../web/statements/shop-statement-routes.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { consoleKeeping } from '../console-keeping.ts'
import { memberOf, shopHref, shopPath } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { shopAppearancePage } from './appearance/shop-appearance.ts'
import { shopAuditPage } from './audit/shop-audit.ts'
import { shopPayoutPage } from './payout/shop-payout.ts'
import { teamPage } from './team/team.ts'
import { teamMemberPage } from './team/team-member.ts'

const collectionNames = {
  SECURE: 'Customers pay through the service',
  DIRECT: 'Customers pay you directly',
} as const
const languageNames = { fr: 'French', en: 'English#languages' } as const

/** The settings of a shop: an overview, and a folder for each of its pages. */
export async function settingsPages(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { db, clock } = deps

  app.get(`${shopPath}/settings`, { config: { needs: 'SELL' } }, async (request, reply) => {
    const { shop, role } = memberOf(request)
    const t = speak(languageOf(request))
    const isOwner = hasRight(role, 'MANAGE_SHOP')
    const addresses = await listPickupAddresses(db, shop.id)
    const [main] = addresses
    const count = t('{count, plural, one {1 address} other {# addresses}}', { count: addresses.length })
    const where = main
      ? [main.label, count].filter(Boolean).join(' · ')
      : t('None: add one, so that you can order')
    const logo = shop.logo_sha256 === null ? t('Without a logo') : t('With a logo')
    const appearance = row(shop, '/settings/appearance', t('Name and logo'), `${shownName(shop)} · ${logo}`)
    const rows = [
      ...(isOwner ? [appearance] : []),
      row(shop, '/settings/addresses', t('Pickup addresses'), where),
      ...(isOwner ? await ownerRows(shop, languageOf(request)) : []),
      row(shop, '/first-steps', t('First steps'), t('What a shop does before its first delivery')),
    ]
    const hint = t('The owner of the shop also settles payouts, name, logo and team.')
    return deps.sendPage(request, reply, 200, {
      section: 'settings',
      title: t('Settings'),
      main: html`<ul class="rows">!${rows}</ul>!${isOwner ? '' : html`<p class="hint">${hint}</p>`}`,
    })
  })

  const keeping = consoleKeeping(deps)
  for (const page of [...keptAddressPages, invoiceRoutes]) await app.register(page, keeping)
  await app.register(shopStatementRoutes, {
    ...keeping,
    deliveryHref: (shopId, id) => shopHref(shopId, `/deliveries/${id}`),
  })
  for (const page of [shopPayoutPage, shopAppearancePage, teamPage, teamMemberPage, shopAuditPage])
    await app.register(page, deps)

  async function ownerRows(shop: ShopRow, language: Language): Promise<string[]> {
    const t = speak(language)
    const [change, members, invitations] = await Promise.all([
      findOpenPayoutChange(db, shop.id),
      listMembers(db, shop.id),
      listOpenInvitations(db, shop.id, clock.now()),
    ])
    const number = shop.payout_phone
      ? t('To the number {end}', { end: maskedPhone(shop.payout_phone) })
      : t('No number receives your sales')
    const waiting = change?.takes_effect_at != null ? t('A change is waiting') : undefined
    const invited = t('{count, plural, one {1 invitation is waiting} other {# invitations are waiting}}', {
      count: invitations.length,
    })
    const team = [
      t('{count, plural, one {1 person} other {# people}}', { count: members.length }),
      ...(invitations.length > 0 ? [invited] : []),
    ]
    return [
      row(shop, '/statement', t('Statement and invoices'), t('Sales, fees, payouts and what is still owed')),
      row(
        shop,
        '/settings/payout',
        t('Payouts'),
        `${number} · ${t(collectionNames[shop.default_collection])}`,
        waiting,
      ),
      row(
        shop,
        '/settings/appearance#language',
        t('Language of messages'),
        t(languageNames[shop.language ?? deps.language]),
      ),
      row(shop, '/settings/team', t('Team'), team.join(' · ')),
      row(shop, '/settings/audit', t('Audit'), t('Who changed what, and when')),
    ]
  }
}

const row = ({ id }: ShopRow, path: string, name: string, value: string, warning?: string): string =>
  html`<li><a class="go" href="${shopHref(id, path)}">
<span><strong>${name}</strong><br><span class="soft">${value}</span></span>
!${warning ? html`<span class="badge waiting">${warning}</span>` : html`<span aria-hidden="true">›</span>`}
</a></li>`
