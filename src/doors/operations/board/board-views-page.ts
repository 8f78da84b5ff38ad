import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { BoardDelivery } from '../../../domain/board/board.ts'
import { type BoardFilter, boardViews, shownBy } from '../../../domain/board/shown-deliveries.ts'
import { attributesOf } from '../../../pages/form-parts.ts'
import { speak } from '../operations-words.ts'
import { boardHref, boardStatuses, filteredHref, maxSearched } from './board-filter.ts'
import { type BoardWords, filled, viewNames } from './board-wording.ts'

/** A selection of the board by its name. */
export type NamedView = { name: string; filter: BoardFilter }

/** The views that everybody has. */
export function commonViews(language: Language): NamedView[] {
  const t = speak(language)
  return [
    { name: t('All of them'), filter: {} },
    ...boardViews.map((view) => ({ name: t(viewNames[view]), filter: { view } })),
  ]
}

/** Every view with how much it shows; the script counts them again. */
export function viewLinks(
  views: readonly NamedView[],
  deliveries: readonly BoardDelivery[],
  current: BoardFilter,
  label: string,
): string {
  const here = filteredHref(current)
  const links = views.map(({ name, filter }) => {
    const href = filteredHref(filter)
    const count = deliveries.filter(shownBy(filter)).length
    const isBad = filter.view === 'late' && count > 0
    const mark = href === here ? ' aria-current="page"' : ''
    return html`<a href="${href}" data-view!${mark}>${name} <b!${isBad ? ' class="bad"' : ''}>${count}</b></a>`
  })
  return html`<nav class="views" aria-label="${label}">!${links}</nav>`
}

/** How many shops, zones or couriers can be chosen from. */
const maxChoices = 300

type Filtered = {
  filter: BoardFilter
  deliveries: readonly BoardDelivery[]
  cities: readonly { id: string; name: string }[]
  words: BoardWords
  language: Language
  shownCount: number
}

/** One line that filters, and stands in the address. */
export function filterLine({ filter, deliveries, cities, words, language, shownCount }: Filtered): string {
  const t = speak(language)
  const select = (
    name: string,
    label: string,
    value: string | undefined,
    known: readonly (readonly [value: string, label: string])[],
  ) => {
    const options = [['', label] as const, ...known].map(
      ([each, text]) =>
        html`<option!${attributesOf({ value: each, selected: each === (value ?? '') })}>${text}</option>`,
    )
    return html`<select name="${name}" aria-label="${label}">!${options}</select>`
  }
  const listed = (pairs: Iterable<readonly [string, string]>, chosen: string | undefined) =>
    [...new Map(pairs)]
      .sort(([, one], [, other]) => one.localeCompare(other, 'fr'))
      .filter(([id], at) => at < maxChoices || id === chosen)
  const zones = deliveries.flatMap(({ to }) => (to ? [[to.id, to.name] as const] : []))
  const shops = deliveries.map(({ shopId, shop }) => [shopId, shop] as const)
  const couriers = deliveries.flatMap(({ courierId, courier }) =>
    courierId === null ? [] : [[courierId, courier ?? ''] as const],
  )
  const statuses = boardStatuses.map((each) => [each, words.status[each] ?? each] as const)
  const search = attributesOf({
    type: 'search',
    name: 'q',
    id: 'board-search',
    value: filter.text ?? '',
    maxlength: maxSearched,
    autocomplete: 'off',
    'aria-label': t('Reference, first name, zone'),
    placeholder: t('Reference, first name, zone'),
  })
  const isFiltered = Object.keys(filter).length > 0
  const view = filter.view ? html`<input type="hidden" name="view" value="${filter.view}">` : ''
  const city = select(
    'city',
    t('All cities'),
    filter.cityId,
    cities.map(({ id, name }) => [id, name]),
  )
  const tally = filled(words.tally, { count: shownCount, total: deliveries.length })
  const clear = html`<a class="button plain" href="${boardHref}">${t('Show everything')}</a>`
  return html`<form action="${boardHref}" class="filter" role="search" id="board-filter">!${view}
<input!${search}>
!${cities.length > 1 ? city : ''}
!${select('zone', t('To all zones'), filter.zoneId, listed(zones, filter.zoneId))}
!${select('shop', t('All shops'), filter.shopId, listed(shops, filter.shopId))}
!${select('courier', t('All couriers'), filter.courierId, listed(couriers, filter.courierId))}
!${select('status', t('All statuses'), filter.status, statuses)}
<button class="plain">${t('Filter')}</button>!${isFiltered ? clear : ''}
<a class="button plain to-map" href="#board-side">${t('Map')}</a>
<span class="tally soft" id="board-tally">${tally}</span></form>`
}
