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
import { type ConsoleText, speak } from '../console-words.ts'

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
  const t = speak(facts.language)
  return {
    section: 'home',
    title: t('Home'),
    live: `${facts.shopHref}/live?part=home`,
    scripts: ['workspace-live.js'],
    acts: html`<a class="button primary" href="${facts.shopHref}/deliveries/new">${t('New delivery')}</a>`,
    main: html`<div data-live-part="home">!${homePart(facts)}</div>
<noscript><a class="button plain" href="${facts.shopHref}">${t('Refresh')}</a></noscript>`,
  }
}

/** The part of the home page that follows what happens. */
export const homePart = (facts: HomeFacts): string =>
  html`!${facts.first ? firstSteps(facts) : ''}!${matters(facts)}!${today(facts)}`

function firstSteps({ first, language, shopHref }: HomeFacts): string {
  const t = speak(language)
  const step = (href: string, text: string) =>
    html`<li><a class="go" href="${shopHref}${href}"><span>${text}</span><span aria-hidden="true">›</span></a></li>`
  return html`<h2>${t('Your first delivery')}</h2><ol class="rows">!${first?.hasAddress ? '' : step('/settings/addresses', t('Add the address where the courier fetches your parcels'))}!${step('/deliveries/new', t('Order: paste a customer’s message, and the fields fill in'))}!${first?.canManageKeys ? step('/developers/keys', t('You have a developer? Create an API key')) : ''}</ol>`
}

const matterNames: Record<MatterKind, ConsoleText> = {
  TRIP_TO_PAY: 'Trip to pay before pick-up',
  PAYMENT_TO_CONFIRM: 'Payment to confirm',
  PARCEL_COMING_BACK: 'Parcel coming back',
  POSITION_MISSING: 'Position missing for more than an hour',
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
  return html`<h2>${t('To do')}</h2><ul class="rows">!${rows}</ul>!${hasMore ? html`<p><a href="${facts.shopHref}/deliveries">${t('See the others')}</a></p>` : ''}`
}

function matterRow(
  { language, shopHref, now, timeZone }: HomeFacts,
  kind: MatterKind,
  matter: Matter,
): string {
  const t = speak(language)
  const amount = kind === 'PAYMENT_TO_CONFIRM' ? ` · ${amountText(amountToCollectOf(matter), language)}` : ''
  return html`<li><a href="${shopHref}/deliveries/${matter.id}"><span><strong>${t(matterNames[kind])}</strong><br><span class="soft">${customerName(matter)}${amount}</span></span><span class="soft">${matter.reference}<br>${momentText(matter.created_at, { timeZone, now }, language)}</span></a></li>`
}

function payoutRow({ language, shopHref, now, timeZone }: HomeFacts, held: TransferRow): string {
  const t = speak(language)
  const amount = amountText(held.amount_fcfa, language)
  const since = momentText(held.ended_at ?? held.created_at, { timeZone, now }, language)
  return html`<li><a href="${shopHref}/settings/payout"><span><strong>${t('Payout refused')}</strong><br><span class="soft">${t('{amount} wait: see to your number', { amount })}</span></span><span class="soft">${held.reference}<br>${since}</span></a></li>`
}

function endpointRow({ language, shopHref, now, timeZone }: HomeFacts, endpoint: EndpointRow): string {
  const t = speak(language)
  const since = endpoint.failing_since
    ? t('since {when}', { when: momentText(endpoint.failing_since, { timeZone, now }, language) })
    : ''
  return html`<li><a href="${shopHref}/developers/endpoints/${endpoint.id}"><span><strong>${t('Webhook failing')}</strong><br><span class="soft">${new URL(endpoint.url).host} ${since}</span></span></a></li>`
}

function today({ home, language, shopHref }: HomeFacts): string {
  const t = speak(language)
  const { delivery } = valueWording[language]
  const shown = home.counts.filter(({ today: count, earlier }) => count + earlier > 0)
  const rows = shown.map(
    ({ status, today: count, earlier }) =>
      html`<li><a href="${shopHref}/deliveries?status=${status}"><span><span class="badge ${statusKind(status)}">${delivery[status]}</span>!${earlier > 0 ? html`<br><span class="soft">${t('{count} from before, still under way', { count: earlier })}</span>` : ''}</span><strong class="figure">${count}</strong></a></li>`,
  )
  return html`<h2>${t('Today')}</h2>!${rows.length > 0 ? html`<ul class="rows">!${rows}</ul>` : html`<p class="soft">${t('No delivery was ordered today.')}</p>`}<p><a href="${shopHref}/deliveries">${t('All deliveries')}</a></p>`
}
