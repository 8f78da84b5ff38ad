import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { customerName } from '../../../domain/deliveries/customer-name.ts'
import { amountToCollectOf } from '../../../domain/deliveries/delivery-row.ts'
import type { ShopHome } from '../../../domain/deliveries/finding/read-shop-home.ts'
import type { Matter, MatterKind } from '../../../domain/deliveries/finding/shop-home-store.ts'
import type { TransferRow } from '../../../domain/transfers/transfer-row.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { statusKind, valueWording } from '../../../web/value-wording.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { homeWording } from './home-wording.ts'

/** What the home page of a shop shows. */
export type HomeFacts = {
  language: Language
  /** The address of the shop's pages. */
  shopHref: string
  now: Date
  timeZone: string
  home: ShopHome
  failing: readonly EndpointRow[]
  /** The payout that waits for the owners, for nobody else. */
  held: TransferRow | undefined
  /** What is still missing before the first delivery; null once one was ordered. */
  first: { hasAddress: boolean; canManageKeys: boolean } | null
}

/** The home page: what needs somebody, then the deliveries of today. */
export function homePage(facts: HomeFacts): ConsoleContent {
  const words = homeWording[facts.language]
  return {
    section: 'home',
    title: words.title,
    live: `${facts.shopHref}/live?part=home`,
    scripts: ['workspace-live.js'],
    acts: html`<a class="button primary" href="${facts.shopHref}/deliveries/new">${words.order}</a>`,
    main: html`<div data-live-part="home">!${homePart(facts)}</div>
<noscript><a class="button plain" href="${facts.shopHref}">${words.reload}</a></noscript>`,
  }
}

/** The part of the home page that follows what happens. */
export const homePart = (facts: HomeFacts): string =>
  html`!${facts.first ? firstSteps(facts) : ''}!${matters(facts)}!${today(facts)}`

function firstSteps({ first, language, shopHref }: HomeFacts): string {
  const words = homeWording[language].first
  const step = (href: string, text: string) =>
    html`<li><a class="go" href="${shopHref}${href}"><span>${text}</span><span aria-hidden="true">›</span></a></li>`
  return html`<h2>${words.heading}</h2><ol class="rows">!${first?.hasAddress ? '' : step('/settings/addresses', words.address)}!${step('/deliveries/new', words.order)}!${first?.canManageKeys ? step('/developers/keys', words.key) : ''}</ol>`
}

function matters(facts: HomeFacts): string {
  const words = homeWording[facts.language].matters
  const kinds = Object.entries(facts.home.matters) as [MatterKind, ShopHome['matters'][MatterKind]][]
  const rows = [
    ...(facts.held ? [payoutRow(facts, facts.held)] : []),
    ...kinds.flatMap(([kind, { deliveries }]) => deliveries.map((matter) => matterRow(facts, kind, matter))),
    ...facts.failing.map((endpoint) => endpointRow(facts, endpoint)),
  ]
  const hasMore = kinds.some(([, { hasMore: others }]) => others)
  if (rows.length === 0) return html`<h2>${words.heading}</h2><p class="soft">${words.none}</p>`
  return html`<h2>${words.heading}</h2><ul class="rows">!${rows}</ul>!${hasMore ? html`<p><a href="${facts.shopHref}/deliveries">${words.more}</a></p>` : ''}`
}

function matterRow(
  { language, shopHref, now, timeZone }: HomeFacts,
  kind: MatterKind,
  matter: Matter,
): string {
  const words = homeWording[language].matters
  const amount = kind === 'PAYMENT_TO_CONFIRM' ? ` · ${amountText(amountToCollectOf(matter), language)}` : ''
  return html`<li><a href="${shopHref}/deliveries/${matter.id}"><span><strong>${words[kind]}</strong><br><span class="soft">${customerName(matter)}${amount}</span></span><span class="soft">${matter.reference}<br>${momentText(matter.created_at, { timeZone, now }, language)}</span></a></li>`
}

function payoutRow({ language, shopHref, now, timeZone }: HomeFacts, held: TransferRow): string {
  const words = homeWording[language].matters
  const amount = amountText(held.amount_fcfa, language)
  const since = momentText(held.ended_at ?? held.created_at, { timeZone, now }, language)
  return html`<li><a href="${shopHref}/settings/payout"><span><strong>${words.payout}</strong><br><span class="soft">${words.payoutWaits(amount)}</span></span><span class="soft">${held.reference}<br>${since}</span></a></li>`
}

function endpointRow({ language, shopHref, now, timeZone }: HomeFacts, endpoint: EndpointRow): string {
  const words = homeWording[language].matters
  const since = endpoint.failing_since
    ? words.since(momentText(endpoint.failing_since, { timeZone, now }, language))
    : ''
  return html`<li><a href="${shopHref}/developers/endpoints/${endpoint.id}"><span><strong>${words.endpoint}</strong><br><span class="soft">${new URL(endpoint.url).host} ${since}</span></span></a></li>`
}

function today({ home, language, shopHref }: HomeFacts): string {
  const words = homeWording[language].today
  const { delivery } = valueWording[language]
  const shown = home.counts.filter(({ today: count, earlier }) => count + earlier > 0)
  const rows = shown.map(
    ({ status, today: count, earlier }) =>
      html`<li><a href="${shopHref}/deliveries?status=${status}"><span><span class="badge ${statusKind(status)}">${delivery[status]}</span>!${earlier > 0 ? html`<br><span class="soft">${words.earlier(earlier)}</span>` : ''}</span><strong class="figure">${count}</strong></a></li>`,
  )
  return html`<h2>${words.heading}</h2>!${rows.length > 0 ? html`<ul class="rows">!${rows}</ul>` : html`<p class="soft">${words.none}</p>`}<p><a href="${shopHref}/deliveries">${words.all}</a></p>`
}
