import { html } from 'ghtml'
import type { DeliveryStatus } from '../../../base/contract/vocabulary.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { checkField, selectField } from '../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../base/pages/place-map.ts'
import {
  type Board,
  type BoardDelivery,
  type BoardFilter,
  byUrgency,
  countBoard,
  isShown,
  maxOnBoard,
} from '../../../domain/board/board.ts'
import type { OpenAlert } from '../../../domain/monitoring/alerts/alert-course.ts'
import { statusKind } from '../../../web/value-wording.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { alertList } from '../service/alerts/alert-list-page.ts'
import { boardHref, boardPath, boardStatuses } from './board-query.ts'
import { ageText, type BoardWords, boardWords, filled } from './board-wording.ts'

/** What the board says above its deliveries. */
export type NoticeFacts = {
  language: Language
  now: Date
  timeZone: string
  /** The alerts that are open, of those that whoever looks can do something about. */
  alerts: readonly OpenAlert[]
  /** What makes trips dearer now, as trusted HTML; empty where nothing does. */
  demand: string
}

/** What the board shows. */
type BoardFacts = NoticeFacts & {
  board: Board
  filter: BoardFilter
  cities: readonly { id: string; name: string }[]
  map: PlaceMap
  /** A courier's position is old after this time, in ms. */
  oldAfterMs: number
}

/** How many deliveries the list shows. */
const maxListed = 100
/** How many shops can be chosen from. */
const maxShops = 300

/** What concerns the service or a city rather than one delivery; a script reads it again and again. */
export const boardNotices = ({ alerts, demand, ...reader }: NoticeFacts): string =>
  `${alertList(alerts, reader)}${demand}`

/** Everything under way: counts, what needs a person first, and a map that a script draws. */
export function boardPage(facts: BoardFacts): OperationsContent {
  const { language, board, filter, map, oldAfterMs } = facts
  const words = boardWords(language)
  const all = [...board.deliveries.values()]
  const shown = all.filter((each) => isShown(each, filter)).sort(byUrgency)
  const about = {
    live: `${boardPath}/board/live`,
    notices: `${boardPath}/board/notices`,
    words,
    filter,
    statuses: boardStatuses,
    kinds: Object.fromEntries(boardStatuses.map((status) => [status, statusKind(status)])),
    maxListed,
    maxOnBoard,
    oldAfterMs,
    map,
  }
  return {
    section: 'board',
    title: words.title,
    isWide: true,
    scripts: ['workspace-map.js', 'board-map.js', 'board.js'],
    acts: html`<span class="acts board-acts"><span class="badge over" id="board-state" role="status" hidden></span><button type="button" class="plain" id="board-sound" aria-pressed="false" hidden>${words.sound.off}</button><a class="button plain" href="${boardHref(filter)}">${words.reload}</a></span>`,
    main: html`<div id="board-notices">!${boardNotices(facts)}</div><div id="board" data-board="${JSON.stringify(about)}">
<p class="soft">${words.lead}</p>
<p id="board-more-than-shown" class="notice warning"!${board.hasMore ? '' : ' hidden'}>${filled(words.tooMany, { count: maxOnBoard })}</p>
<p class="unseen" id="board-news" role="log"></p>
<p><strong id="board-total">${filled(words.total, totals(shown))}</strong><br><span class="soft" id="board-couriers">${filled(words.couriers, courierTotals(facts))}</span></p>
<div id="board-counts" class="table board-counts"!${all.length > 0 ? '' : ' hidden'}>!${countsTable(facts, all, words)}</div>
!${filterForm(facts, all, words)}
<div class="board-columns">
<section><h2>${words.list}</h2>
<ul class="rows board-list" id="board-list"!${shown.length > 0 ? '' : ' hidden'}>!${shown.slice(0, maxListed).map((each) => deliveryRow(facts, each, words))}</ul>
<p class="empty" id="board-empty"!${shown.length > 0 ? ' hidden' : ''}>${all.length > 0 ? words.nothingShown : words.none}</p>
<p class="soft" id="board-rest"!${shown.length > maxListed ? '' : ' hidden'}>${filled(words.more, { count: shown.length - maxListed })}</p></section>
<section class="board-side" hidden><div class="map" id="board-map" role="region" aria-label="${words.map}"></div>
<ul class="board-legend">!${(['free', 'carrying', 'old', 'parcel', 'late'] as const).map((kind) => html`<li class="${kind}">${words.mapLegend[kind]}</li>`)}</ul></section>
</div></div>`,
  }
}

const totals = (shown: readonly BoardDelivery[]) => ({
  count: shown.length,
  late: shown.filter(({ late }) => late.length > 0).length,
})

function courierTotals({ board, filter, now, oldAfterMs }: BoardFacts) {
  const couriers = [...board.couriers.values()].filter(
    ({ cityIds }) => filter.cityId === undefined || cityIds.includes(filter.cityId),
  )
  const isOld = ({ seenAt }: { seenAt: number | null }) =>
    seenAt === null || now.getTime() - seenAt > oldAfterMs
  return {
    free: couriers.filter(({ carries, isOnDuty }) => isOnDuty && carries === null).length,
    carrying: couriers.filter(({ carries }) => carries !== null).length,
    old: couriers.filter(isOld).length,
  }
}

function countsTable(
  { filter }: BoardFacts,
  deliveries: readonly BoardDelivery[],
  words: BoardWords,
): string {
  const counts = countBoard(deliveries, boardStatuses)
  const cities = [...new Map(counts.map(({ cityId, city }) => [cityId, city]))]
  const statuses = boardStatuses.filter((status) => counts.some((count) => count.status === status))
  const cell = (asked: BoardFilter) => {
    const of = counts.filter((count) => isCounted(count, asked))
    const [count, late] = [sum(of.map((each) => each.count)), sum(of.map((each) => each.late))]
    if (count === 0) return html`<td class="number soft">0</td>`
    const isCurrent = asked.cityId === filter.cityId && asked.status === filter.status
    return html`<td class="number"><a class="board-count" href="${boardHref({ ...filter, cityId: undefined, status: undefined, ...asked } as BoardFilter)}"!${isCurrent ? ' aria-current="true"' : ''}>${count}</a>!${late > 0 ? html` <a class="badge bad board-late" href="${boardHref({ ...asked, isLateOnly: true })}">${late}</a>` : ''}</td>`
  }
  const row = (name: string, asked: BoardFilter) =>
    html`<tr><th scope="row">${name}</th>!${cell(asked)}!${statuses.map((status) => cell({ ...asked, status }))}</tr>`
  return html`<table><thead><tr><th scope="col">${words.filter.city}</th><th scope="col">${words.all}</th>!${statuses.map((status) => html`<th scope="col">${words.status[status]}</th>`)}</tr></thead>
<tbody>!${cities.map(([cityId, city]) => row(city, { cityId }))}!${cities.length > 1 ? row(words.all, {}) : ''}</tbody></table>`
}

const isCounted = (count: { cityId: string; status: DeliveryStatus }, { cityId, status }: BoardFilter) =>
  (cityId === undefined || cityId === count.cityId) && (status === undefined || status === count.status)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function filterForm(
  { filter, cities }: BoardFacts,
  deliveries: readonly BoardDelivery[],
  words: BoardWords,
): string {
  const { filter: say } = words
  const shops = [...new Map(deliveries.map(({ shopId, shop }) => [shopId, shop]))]
    .sort(([, one], [, other]) => one.localeCompare(other, 'fr'))
    .filter(([shopId], at) => at < maxShops || shopId === filter.shopId)
  const options = (every: string, known: readonly (readonly [string, string])[]) => [
    { value: '', label: every },
    ...known.map(([value, label]) => ({ value, label })),
  ]
  const isFiltered = Object.keys(filter).length > 0
  return html`<form action="${boardPath}" class="card board-form"><details!${isFiltered ? ' open' : ''}><summary>${say.submit}</summary><div class="row">
!${selectField({
    name: 'city',
    label: say.city,
    value: filter.cityId ?? '',
    options: options(
      say.everyCity,
      cities.map(({ id, name }) => [id, name] as const),
    ),
  })}
!${selectField({
    name: 'status',
    label: say.status,
    value: filter.status ?? '',
    options: options(
      say.everyStatus,
      boardStatuses.map((status) => [status, words.status[status] ?? status] as const),
    ),
  })}
!${selectField({ name: 'shop', label: say.shop, value: filter.shopId ?? '', options: options(say.everyShop, shops) })}
!${checkField({ name: 'late', label: say.late, isChecked: filter.isLateOnly ?? false })}
<button class="primary">${say.submit}</button>!${isFiltered ? html`<a class="button plain" href="${boardPath}">${say.clear}</a>` : ''}</div></details></form>`
}

function deliveryRow({ now }: BoardFacts, row: BoardDelivery, words: BoardWords): string {
  const at = now.getTime()
  const age = (since: number) => ageText(Math.max(0, at - since), words)
  const about = [
    filled(words.since, { age: age(row.waitSince) }),
    row.courier === null ? '' : filled(words.courier, { name: row.courier }),
    row.isPaymentWaiting ? words.payment : '',
  ].filter((part) => part !== '')
  const reasons = row.late.map(({ reason, since }) => {
    const said = reason === 'CODE_LOCKED' ? words.lockedSince : words.lateBy
    return html`<span class="badge bad">${filled(said, { reason: words.reason[reason], age: age(since) })}</span>`
  })
  const problem = row.problem && html`<span class="badge over">${problemText(row.problem, words)}</span>`
  return html`<li id="d-${row.id}" class="${row.late.length > 0 ? 'late' : ''}"><a href="/operations/deliveries/${row.id}"><span><strong>${row.reference}</strong> ${row.shop} · ${row.city}<br><span class="soft">${about.join(' · ')}</span></span><span class="board-badges">!${reasons}!${problem ?? ''}<span class="badge ${statusKind(row.status)}">${words.wait[row.wait]}</span></span></a></li>`
}

const problemText = (
  { isWaitedFor, reason }: NonNullable<BoardDelivery['problem']>,
  { problem }: BoardWords,
): string => filled(isWaitedFor ? problem.waits : problem.left, { reason: problem.reason[reason] })
