import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { BoardDelivery } from '../../../domain/board/board.ts'
import { maxKeptViews, maxViewName } from '../../../domain/board/views/keep-view-of-board.ts'
import { type BoardFilter, boardViews, shownBy } from '../../../domain/board/views/shown-deliveries.ts'
import { attributesOf, hiddenField, postForm } from '../../../pages/form-parts.ts'
import { speak } from '../operations-words.ts'
import { boardHref, boardStatuses, filteredHref, filterQuery, maxSearched } from './board-filter.ts'
import { type BoardWords, filled, viewNames } from './board-wording.ts'

/** Where a view is kept, and where it is kept no more. */
export const keepViewHref = `${boardHref}/board/views`
export const forgetViewHref = `${keepViewHref}/forget`

/** A selection of the board by its name; `isKept` by who looks at it. */
export type NamedView = { name: string; filter: BoardFilter; isKept?: true }

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
  language: Language,
): string {
  const t = speak(language)
  const here = filteredHref(current)
  const links = views.map(({ name, filter }) => {
    const href = filteredHref(filter)
    const count = deliveries.filter(shownBy(filter)).length
    const isBad = filter.view === 'late' && count > 0
    const mark = href === here ? ' aria-current="page"' : ''
    const look = isBad ? ' class="bad"' : ''
    return html`<a href="${href}" data-view!${mark}>${name} <b!${look}>${count}</b></a>`
  })
  const keeping = keptForm(views, current, language)
  return html`<nav class="views" aria-label="${t('Views')}">!${links}!${keeping}</nav>`
}

/** What keeps the view that is shown, or keeps it no more. */
function keptForm(views: readonly NamedView[], current: BoardFilter, language: Language): string {
  const t = speak(language)
  const back = filterQuery(current)
  const known = views.find(({ filter }) => filterQuery(filter) === back)
  if (known?.isKept)
    return postForm(
      forgetViewHref,
      html`!${hiddenField('name', known.name)}<button class="plain">${t('Keep it no more')}</button>`,
      'keep',
    )
  if (known || views.length - commonViews(language).length >= maxKeptViews) return ''
  const name = attributesOf({
    name: 'name',
    required: true,
    maxlength: maxViewName,
    autocomplete: 'off',
    'aria-label': t('Name of the view'),
    placeholder: t('Name of the view'),
  })
  const fields = html`!${hiddenField('back', back)}<input!${name}><button class="plain">${t('Keep')}</button>`
  return html`<details class="keep"><summary>${t('+ Keep this view')}</summary>
!${postForm(keepViewHref, fields, 'keep')}</details>`
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
  return html`<form action="${boardHref}" class="filter" role="search">!${view}
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
