import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { publicUrlOf } from '../../../derived-settings.ts'
import {
  countVolumes,
  noVolume,
  type ShopVolume,
} from '../../../domain/deliveries/finding/shop-volume-store.ts'
import { countWaitingShops, type ShopRow, searchShops } from '../../../domain/shops/shop-store.ts'
import { listFailingOfAllShops } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { choiceField, copyField, submitButton, textField } from '../../../pages/form-parts.ts'
import { type Empty, emptyPart, hrefWith } from '../../../pages/list-parts.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { failingHref, maxFailing } from './failing-endpoints.ts'

export const shopsHref = '/operations/shops'
const pageSize = 50
const volumeDays = 30

const stateNames = {
  ALL: 'All#states',
  WAITING: 'To approve',
  ACTIVE: 'Active#states',
  SUSPENDED: 'Suspended#states',
} as const
const badgeNames = { WAITING: 'To approve', ACTIVE: 'Active', SUSPENDED: 'Suspended#badges' } as const
const looks = { WAITING: 'waiting', ACTIVE: '', SUSPENDED: 'bad' } as const
const states = ['WAITING', 'ACTIVE', 'SUSPENDED'] as const
const headings = ['Shop', 'State', 'Orders, 30 days', 'Delivered', 'Failed#head', 'Price of trips'] as const

/** `/operations/shops`: every shop with what it ordered in 30 days, and how many wait for approval. */
export async function shopListPage(
  app: FastifyInstance,
  { db, clock, sendPage, config }: OperationsDeps,
): Promise<void> {
  const openAddress = `${publicUrlOf(config)}/console/open-shop`
  app.get(shopsHref, { config: { operates: 'MANAGE' } }, async (request, reply) => {
    const query = readQuery(request.query)
    const { typed, state, before } = query
    const filter = { typed, ...(state && { state }), ...(before && { beforeId: before }) }
    const found = await searchShops(db, filter, pageSize + 1)
    const shops = found.slice(0, pageSize)
    const ids = shops.map(({ id }) => id)
    const [volumes, waiting, { length: failing }] = await Promise.all([
      countVolumes(db, ids, [new Date(clock.now().getTime() - volumeDays * 24 * 60 * 60_000)]),
      countWaitingShops(db),
      listFailingOfAllShops(db, maxFailing),
    ])
    const last = found.length > pageSize ? shops.at(-1) : undefined

    const language = languageOf(request)
    const t = speak(language)
    const waits = t(
      '{count, plural, one {1 shop waits for your approval} other {# shops wait for your approval}}',
      { count: waiting },
    )
    const toApprove = html`<p><a class="button primary" href="${shopsHref}?state=WAITING">${waits}</a></p>`
    const fails =
      failing > 0 ? t('Failing webhooks ({count})', { count: failing }) : t('No webhook is failing')
    const openHere = t('Shops open themselves at this address, and wait for your approval:')
    const older = last && hrefWith(shopsHref, { q: typed, state, before: last.id })
    return sendPage(request, reply, 200, {
      section: 'shops',
      title: t('Shops'),
      isWide: true,
      main: html`!${waiting > 0 && state !== 'WAITING' ? toApprove : ''}
<p><a class="button plain" href="${shopsHref}/new">${t('Open a shop')}</a></p>
<p><a href="${failingHref}">${fails}</a></p>
!${searchForm(query, language)}
!${shops.length > 0 ? table(shops, volumes, language) : emptyPart(noShop(query, language))}
!${older ? html`<p><a class="button plain" href="${older}">${t('Older shops')}</a></p>` : ''}
<p class="soft">${openHere}</p>!${copyField(openAddress, openHere, { copy: t('Copy'), done: t('Copied') })}`,
    })
  })
}

/** What the address of the list asks for. */
type Query = ReturnType<typeof readQuery>

/** Reads the address of the list; what is not understood is left out. Throws CHOICE_UNKNOWN for a state. */
function readQuery(query: unknown) {
  const { q, state, before } = (query ?? {}) as Record<string, unknown>
  return {
    typed: typeof q === 'string' ? cleanedLine(q.slice(0, 400)).slice(0, 80) : '',
    state: chosenOf('state', state, states),
    before: typeof before === 'string' && isUuid(before) ? before : undefined,
  }
}

/** What is said where no shop is listed: the way to the first of them, or to all. */
function noShop({ typed, state }: Query, language: Language): Empty {
  const t = speak(language)
  return typed !== '' || state
    ? { text: t('No shop matches.'), next: { href: shopsHref, label: t('All shops') } }
    : { text: t('No shop yet.'), next: { href: `${shopsHref}/new`, label: t('Open the first') } }
}

function searchForm({ typed, state }: Query, language: Language): string {
  const t = speak(language)
  const search = { type: 'search', maxlength: 80 }
  const options = (['ALL', ...states] as const).map((value) => ({ value, label: t(stateNames[value]) }))
  return html`<form method="get" action="${shopsHref}" class="row" role="search">
!${textField({ name: 'q', label: t('Name of the shop'), value: typed, attributes: search })}
!${choiceField({ name: 'state', label: t('Show'), value: state ?? 'ALL', options })}
!${submitButton(t('Search'), 'plain')}</form>`
}

function table(
  shops: readonly ShopRow[],
  volumes: (shopId: string) => readonly ShopVolume[],
  language: Language,
): string {
  const t = speak(language)
  const head = headings.map((heading) => t(heading))
  const heads = head.map((label, at) => html`<th scope="col" class="${at > 1 ? 'number' : ''}">${label}</th>`)
  const row = (shop: ShopRow) => {
    const { ordered, delivered, failed, priceFcfa } = volumes(shop.id)[0] ?? noVolume
    const figures = [ordered, delivered, failed, amountText(priceFcfa, language)].map(
      (figure, at) => html`<td class="number" data-label="${head[at + 2] ?? ''}">${figure}</td>`,
    )
    return html`<tr><td><a href="${shopsHref}/${shop.id}">${shop.name}</a></td>
<td>!${shopBadge(shop, language)}</td>!${figures}</tr>`
  }
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="${t('Shops')}"><table>
<thead><tr>!${heads}</tr></thead>
<tbody>!${shops.map(row)}</tbody></table></div>`
}

/** What a shop may do. */
export function shopState({ approved_at, suspended_at }: ShopRow): (typeof states)[number] {
  if (suspended_at) return 'SUSPENDED'
  return approved_at ? 'ACTIVE' : 'WAITING'
}

/** The state of a shop as one word. */
export const shopBadge = (shop: ShopRow, language: Language): string =>
  html`<span class="badge ${looks[shopState(shop)]}">${speak(language)(badgeNames[shopState(shop)])}</span>`
