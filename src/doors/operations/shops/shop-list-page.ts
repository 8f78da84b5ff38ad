import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { choiceField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { noVolume, type ShopVolume } from '../../../domain/deliveries/finding/shop-volume-store.ts'
import type { ShopRow } from '../../../domain/shops/shop-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import type { ShopListQuery } from './shop-query.ts'

const stateNames = {
  ALL: 'All#states',
  WAITING: 'To approve',
  ACTIVE: 'Active#states',
  SUSPENDED: 'Suspended#states',
} as const

const badgeNames = {
  WAITING: 'To approve',
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended#badges',
} as const

const headings = ['Shop', 'State', 'Orders, 30 days', 'Delivered', 'Failed#head', 'Price of trips'] as const
/** What the list of shops shows. */
type ShopListFacts = {
  language: Language
  query: ShopListQuery
  shops: readonly ShopRow[]
  /** The last shop of this page, where there are more. */
  nextBefore: string | null
  volumes: ReadonlyMap<string, ShopVolume>
  waiting: number
  failing: number
}

type ShopState = 'WAITING' | 'ACTIVE' | 'SUSPENDED'

/** What a shop may do. */
export function shopState({ approved_at, suspended_at }: ShopRow): ShopState {
  if (suspended_at) return 'SUSPENDED'
  return approved_at ? 'ACTIVE' : 'WAITING'
}

const looks: Record<ShopState, string> = { WAITING: 'waiting', ACTIVE: '', SUSPENDED: 'bad' }

/** The state of a shop as one word. */
export const shopBadge = (shop: ShopRow, language: Language): string =>
  html`<span class="badge ${looks[shopState(shop)]}">${speak(language)(badgeNames[shopState(shop)])}</span>`

/** Every shop, with what it ordered in 30 days; those that wait for approval are named first. */
export function shopListPage(facts: ShopListFacts): OperationsContent {
  const { language, shops, waiting, failing, nextBefore, query } = facts
  const t = speak(language)
  const notice = waiting > 0 && query.state !== 'WAITING'
  return {
    section: 'shops',
    title: t('Shops'),
    isWide: true,
    main: html`!${notice ? html`<p><a class="button primary" href="/operations/shops?state=WAITING">${t('{count, plural, one {1 shop waits for your approval} other {# shops wait for your approval}}', { count: waiting })}</a></p>` : ''}
<p><a class="button plain" href="/operations/shops/new">${t('Open a shop')}</a></p>
<p><a href="/operations/shops/failing-endpoints">${failing > 0 ? t('Failing webhooks ({count})', { count: failing }) : t('No webhook is failing')}</a></p>
!${searchForm(query, language)}
!${shops.length > 0 ? table(facts) : html`<p class="empty">${t('No shop matches.')}</p>`}
!${nextBefore === null ? '' : html`<p><a class="button plain" href="${addressOf({ ...query, before: nextBefore })}">${t('Older shops')}</a></p>`}`,
  }
}

function searchForm({ typed, state }: ShopListQuery, language: Language): string {
  const t = speak(language)
  const options = (['ALL', 'WAITING', 'ACTIVE', 'SUSPENDED'] as const).map((value) => ({
    value,
    label: t(stateNames[value]),
  }))
  return html`<form method="get" action="/operations/shops" class="row" role="search">
!${textField({ name: 'q', label: t('Name of the shop'), value: typed, attributes: { type: 'search', maxlength: 80 } })}
!${choiceField({ name: 'state', label: t('Show'), value: state ?? 'ALL', options })}
!${submitButton(t('Search'), 'plain')}</form>`
}

function table({ language, shops, volumes }: ShopListFacts): string {
  const t = speak(language)
  const head = headings.map((heading) => t(heading))
  const row = (shop: ShopRow) => {
    const { ordered, delivered, failed, priceFcfa } = volumes.get(shop.id) ?? noVolume
    const figures = [ordered, delivered, failed, amountText(priceFcfa, language)].map(
      (figure, at) => html`<td class="number" data-label="${head[at + 2] ?? ''}">${figure}</td>`,
    )
    return html`<tr><td><a href="/operations/shops/${shop.id}">${shop.name}</a></td><td>!${shopBadge(shop, language)}</td>!${figures}</tr>`
  }
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="${t('Shops')}"><table><thead><tr>!${head.map((label, at) => html`<th scope="col" class="${at > 1 ? 'number' : ''}">${label}</th>`)}</tr></thead><tbody>!${shops.map(row)}</tbody></table></div>`
}

function addressOf({ typed, state, before }: ShopListQuery): string {
  const query = new URLSearchParams({
    ...(typed !== '' && { q: typed }),
    ...(state && { state }),
    ...(before && { before }),
  })
  return `/operations/shops?${query}`
}
