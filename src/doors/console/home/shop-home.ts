import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { hasRight, type ShopRole } from '../../../domain/accounts/account-right.ts'
import { amountToCollectOf } from '../../../domain/deliveries/delivery-row.ts'
import { readShopHome, type ShopHome } from '../../../domain/deliveries/finding/read-shop-home.ts'
import type { Matter, MatterKind } from '../../../domain/deliveries/finding/shop-home-store.ts'
import { customerName } from '../../../domain/deliveries/order/customer-name.ts'
import { heldPayout } from '../../../domain/money/transfers/held-payout.ts'
import { readOwedToShop } from '../../../domain/money/transfers/read-owed-to-shop.ts'
import type { TransferRow } from '../../../domain/money/transfers/transfer-row.ts'
import { listTransfersTo } from '../../../domain/money/transfers/transfer-store.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { listFailingEndpoints } from '../../../domain/webhooks/endpoints/list-failing-endpoints.ts'
import { languageOf } from '../../../http/response-language.ts'
import { icon, statusShape } from '../../../pages/icon-sprite.ts'
import { shopTimeZone } from '../../../web/shop-time-zone.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopHref, shopPath } from '../console-request.ts'
import { type ConsoleText, speak } from '../console-words.ts'
import type { RenderPart } from '../live/live-routes.ts'
import { stepsAtHome, stepsPutAwayNotice } from './seller-steps.ts'
import { readShopDays, shopDaysFigures, shopGlance } from './shop-figures.ts'

const matterNames: Record<MatterKind, ConsoleText> = {
  TRIP_TO_PAY: 'Trip to pay before pick-up',
  PAYMENT_TO_CONFIRM: 'Payment to confirm',
  PARCEL_COMING_BACK: 'Parcel coming back',
  POSITION_MISSING: 'Position missing for more than an hour',
}

const matterShapes: Record<MatterKind, string> = {
  TRIP_TO_PAY: icon('money'),
  PAYMENT_TO_CONFIRM: icon('money'),
  PARCEL_COMING_BACK: statusShape('back'),
  POSITION_MISSING: statusShape('position'),
}

/** The home page of a shop: what needs somebody, its day in three figures, and its last days in two. */
export async function shopHomePage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  app.get(shopPath, { config: { needs: 'SELL' } }, async (request, reply) => {
    const { shop, role } = memberOf(request)
    const language = languageOf(request)
    const t = speak(language)
    const href = shopHref(shop.id)
    const steps = await stepsAtHome(deps, request)
    const part = await homePartOf(deps)({ shopId: shop.id, language, role })
    const days = await readShopDays(deps.db, shop.id, todayOf(deps))
    return deps.sendPage(request, reply, 200, {
      section: 'home',
      title: t('Home'),
      isWide: true,
      live: `${href}/live?part=home`,
      scripts: ['workspace-live.js'],
      sheets: ['figures.css'],
      acts: html`<a class="button primary" href="${href}/deliveries/new">${t('New delivery')}</a>`,
      notice: stepsPutAwayNotice(request),
      main: html`!${steps}<div data-live-part="home">!${part}</div>!${shopDaysFigures(days, language)}
<noscript><a class="button plain" href="${href}">${t('Refresh')}</a></noscript>`,
    })
  })
}

/** Renders what the home page shows of what happens, for those who follow it. */
export const homePartOf =
  (deps: ConsoleDeps): RenderPart =>
  async (about) => {
    const facts = await readHome(deps, about)
    return html`!${matters(facts)}!${shopGlance({ ...facts, counts: facts.home.counts })}`
  }

/** Today on the company's clocks, by which days are counted. */
const todayOf = ({ clock, timeZone }: ConsoleDeps): string => localDayText(clock.now(), timeZone)

type HomeFacts = Awaited<ReturnType<typeof readHome>>

/** Reads what the home page of a shop shows to somebody of this role. */
async function readHome(
  deps: ConsoleDeps,
  { shopId, language, role }: { shopId: string; language: Language; role: ShopRole },
) {
  const { db, clock, shops } = deps
  const known = await shops.shop(shopId)
  const timeZone = shopTimeZone(deps, known)
  const now = clock.now()
  const isPaid = hasRight(role, 'MANAGE_PAYOUTS')
  const [home, failing, payouts, days, owedFcfa] = await Promise.all([
    readShopHome({ db, clock }, shopId, timeZone),
    listFailingEndpoints(db, shopId),
    isPaid ? listTransfersTo(db, { shop: shopId }, 1) : [],
    readShopDays(db, shopId, todayOf(deps)),
    isPaid ? readOwedToShop(db, known.shop) : undefined,
  ])
  return {
    language,
    href: shopHref(shopId),
    moment: (at: Date) => momentText(at, { timeZone, now }, language),
    home,
    days,
    owed:
      owedFcfa === undefined
        ? undefined
        : { amountFcfa: owedFcfa, hasNumber: known.shop.payout_phone !== null },
    failing,
    /** The payout that waits for the owners, for nobody else. */
    held: heldPayout(known.shop.payout_phone, payouts, now),
  }
}

function matters(facts: HomeFacts): string {
  const t = speak(facts.language)
  const kinds = Object.entries(facts.home.matters) as [MatterKind, ShopHome['matters'][MatterKind]][]
  const rows = [
    ...(facts.held ? [payoutRow(facts, facts.held)] : []),
    ...kinds.flatMap(([kind, { deliveries }]) => deliveries.map((matter) => matterRow(facts, kind, matter))),
    ...facts.failing.map((endpoint) => endpointRow(facts, endpoint)),
  ]
  const hasMore = kinds.some(([, { hasMore: others }]) => others)
  if (rows.length === 0)
    return html`<h2>${t('To do')}</h2><p class="soft">${t('Nothing to do at the moment.')}</p>`
  const others = html`<p><a href="${facts.href}/deliveries">${t('See the others')}</a></p>`
  return html`<h2>${t('To do')} <span class="pill">${rows.length}${hasMore ? '+' : ''}</span></h2>
<ul class="rows">!${rows}</ul>!${hasMore ? others : ''}`
}

function matterRow({ language, href, moment }: HomeFacts, kind: MatterKind, matter: Matter): string {
  const amount = kind === 'PAYMENT_TO_CONFIRM' ? ` · ${amountText(amountToCollectOf(matter), language)}` : ''
  return html`<li><a href="${href}/deliveries/${matter.id}">
<span class="matter">!${matterShapes[kind]}<span><strong>${speak(language)(matterNames[kind])}</strong><br>
<span class="soft">${customerName(matter)}${amount}</span></span></span>
<span class="soft">${matter.reference}<br>${moment(matter.created_at)}</span></a></li>`
}

function payoutRow({ language, href, moment }: HomeFacts, held: TransferRow): string {
  const t = speak(language)
  const lead = t('{amount} wait: see to your number', { amount: amountText(held.amount_fcfa, language) })
  return html`<li><a href="${href}/settings/payout">
<span><strong>${t('Payout refused')}</strong><br><span class="soft">${lead}</span></span>
<span class="soft">${held.reference}<br>${moment(held.ended_at ?? held.created_at)}</span></a></li>`
}

function endpointRow({ language, href, moment }: HomeFacts, { id, url, failing_since }: EndpointRow): string {
  const t = speak(language)
  const since = failing_since ? t('since {when}', { when: moment(failing_since) }) : ''
  return html`<li><a href="${href}/developers/endpoints/${id}">
<span><strong>${t('Webhook failing')}</strong><br>
<span class="soft">${new URL(url).host} ${since}</span></span></a></li>`
}
