import { html } from 'ghtml'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../contract/vocabulary.ts'
import { type BoardDelivery, type BoardFilter, countBoard } from '../../../domain/board/board.ts'
import { isFinal } from '../../../domain/deliveries/delivery-status.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { checkField, selectField } from '../../../pages/form-parts.ts'
import { hrefWith } from '../../../pages/list-parts.ts'
import type { BoardWords } from './board-wording.ts'

/** Where the board is. */
export const boardHref = '/operations'

/** How many shops can be chosen from. */
const maxShops = 300

/** The statuses of the board, in the order of a delivery's life; a parcel called back is CANCELLED. */
export const boardStatuses: readonly DeliveryStatus[] = [
  ...deliveryStatuses.filter((status) => !isFinal(status)),
  'CANCELLED',
]

/** What the address of the board asks for: `city`, `status`, `shop` and `late`. Throws CHOICE_UNKNOWN. */
export function readBoardFilter(query: unknown): BoardFilter {
  const { city, status, shop, late } = (query ?? {}) as Record<string, unknown>
  const known = chosenOf('status', status, boardStatuses)
  return {
    ...(typeof city === 'string' && isUuid(city) && { cityId: city }),
    ...(known && { status: known }),
    ...(typeof shop === 'string' && isUuid(shop) && { shopId: shop }),
    ...(late === 'on' && { isLateOnly: true }),
  }
}

/** The address of the board as it is filtered. */
export const filteredHref = ({ cityId: city, status, shopId: shop, isLateOnly }: BoardFilter): string =>
  hrefWith(boardHref, { city, status, shop, late: isLateOnly ? 'on' : undefined })

/** What the parts that filter are drawn from. */
type Filtered = {
  filter: BoardFilter
  /** All deliveries of the board, whatever is filtered. */
  deliveries: readonly BoardDelivery[]
  words: BoardWords
}

/** How many deliveries each city has in each status, and how many are late; each count filters the board. */
export function countsTable({ filter, deliveries, words }: Filtered): string {
  const counts = countBoard(deliveries, boardStatuses)
  const cities = [...new Map(counts.map(({ cityId, city }) => [cityId, city]))]
  const statuses = boardStatuses.filter((status) => counts.some((count) => count.status === status))
  const { shopId, isLateOnly } = filter
  const kept = { ...(shopId && { shopId }), ...(isLateOnly && { isLateOnly }) }

  const cell = (asked: BoardFilter) => {
    const of = counts.filter(
      ({ cityId, status }) =>
        (asked.cityId ?? cityId) === cityId && (asked.status === undefined || asked.status === status),
    )
    const count = sum(of.map((each) => each.count))
    const late = sum(of.map((each) => each.late))
    if (count === 0) return html`<td class="number soft">0</td>`
    const isCurrent = asked.cityId === filter.cityId && asked.status === filter.status
    const href = filteredHref({ ...kept, ...asked })
    const lateHref = filteredHref({ ...asked, isLateOnly: true })
    return html`<td class="number">
<a class="board-count" href="${href}"!${isCurrent ? ' aria-current="true"' : ''}>${count}</a>
!${late > 0 ? html`<a class="badge bad board-late" href="${lateHref}">${late}</a>` : ''}</td>`
  }
  const row = (name: string, asked: BoardFilter) =>
    html`<tr><th scope="row">${name}</th>!${cell(asked)}
!${statuses.map((status) => cell({ ...asked, status }))}</tr>`
  const heads = [words.filter.city, words.all, ...statuses.map((status) => words.status[status])]
  return html`<table><thead><tr>!${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>!${cities.map(([cityId, city]) => row(city, { cityId }))}
!${cities.length > 1 ? row(words.all, {}) : ''}</tbody></table>`
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The form that filters the board by city, status, shop and lateness. */
export function filterForm(
  { filter, deliveries, words }: Filtered,
  cities: readonly { id: string; name: string }[],
): string {
  const say = words.filter
  const shops = [...new Map(deliveries.map(({ shopId, shop }) => [shopId, shop]))]
    .sort(([, one], [, other]) => one.localeCompare(other, 'fr'))
    .filter(([shopId], at) => at < maxShops || shopId === filter.shopId)
  const select = (
    about: { name: string; label: string; value: string | undefined },
    every: string,
    known: readonly (readonly [value: string, label: string])[],
  ) => {
    const options = known.map(([value, label]) => ({ value, label }))
    return selectField({
      ...about,
      value: about.value ?? '',
      options: [{ value: '', label: every }, ...options],
    })
  }
  const city = { name: 'city', label: say.city, value: filter.cityId }
  const status = { name: 'status', label: say.status, value: filter.status }
  const shop = { name: 'shop', label: say.shop, value: filter.shopId }
  const statuses = boardStatuses.map((each) => [each, words.status[each] ?? each] as const)
  const isFiltered = Object.keys(filter).length > 0
  const clear = html`<a class="button plain" href="${boardHref}">${say.clear}</a>`
  return html`<form action="${boardHref}" class="card board-form">
<details!${isFiltered ? ' open' : ''}><summary>${say.submit}</summary>
<div class="row">
!${select(
    city,
    say.everyCity,
    cities.map(({ id, name }) => [id, name]),
  )}
!${select(status, say.everyStatus, statuses)}
!${select(shop, say.everyShop, shops)}
!${checkField({ name: 'late', label: say.late, isChecked: filter.isLateOnly ?? false })}
<button class="primary">${say.submit}</button>!${isFiltered ? clear : ''}</div></details></form>`
}
