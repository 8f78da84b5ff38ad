import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import {
  type Board,
  type BoardDelivery,
  type BoardFilter,
  byUrgency,
  isShown,
  maxOnBoard,
} from '../../../domain/board/board.ts'
import { countWaitingWork } from '../../../domain/board/count-waiting-work.ts'
import { freshPositionMs } from '../../../domain/matching/search-round.ts'
import { dispatchAlertKinds, waitingAlertKinds } from '../../../domain/monitoring/alerts/alert-rules.ts'
import { listOpenAlerts } from '../../../domain/monitoring/alerts/alert-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { statusKind } from '../../../web/value-wording.ts'
import { stepsAwayNotice, stepsOnBoard } from '../first-steps/operator-steps.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { demandLines } from '../prices/rain-and-demand.ts'
import { alertList } from '../service/alerts/alert-list-page.ts'
import { waitingLines } from '../waiting-work.ts'
import {
  boardHref,
  boardStatuses,
  countsTable,
  filteredHref,
  filterForm,
  readBoardFilter,
} from './board-filter.ts'
import { ageText, type BoardWords, boardWords, filled } from './board-wording.ts'

/** How many deliveries the list shows. */
const maxListed = 100

/** `/operations`: everything under way: counts, what needs a person first, and a map that a script draws. */
export async function boardPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, board, pricing, timeZone } = deps
  const config = { operates: 'DISPATCH' } as const

  app.get(boardHref, { config }, async (request, reply) => {
    const filter = readBoardFilter(request.query)
    const { cities } = pricing.map.current()
    const read = await board.read()
    const deliveries = [...read.deliveries.values()]
    const cityId = filter.cityId ?? busiestCity(deliveries)
    const city = cities.find(({ id }) => id === cityId) ?? cities[0]
    const notices = await noticesFor(request)
    const steps = await stepsOnBoard(deps, request)

    const words = boardWords(languageOf(request))
    const now = clock.now()
    const shown = deliveries.filter((each) => isShown(each, filter)).sort(byUrgency)
    const about = {
      live: `${boardHref}/board/live`,
      notices: `${boardHref}/board/notices`,
      words,
      filter,
      statuses: boardStatuses,
      kinds: Object.fromEntries(boardStatuses.map((status) => [status, statusKind(status)])),
      maxListed,
      maxOnBoard,
      oldAfterMs: freshPositionMs,
      map: deps.cityMapOf(city),
    }
    const tooMany = filled(words.tooMany, { count: maxOnBoard })
    const filtered = { filter, deliveries, words }
    return deps.sendPage(request, reply, 200, {
      section: 'board',
      title: words.title,
      isWide: true,
      scripts: ['workspace-map.js', 'board-map.js', 'board.js'],
      acts: html`<span class="acts board-acts">!${boardActs(filter, words)}</span>`,
      notice: stepsAwayNotice(request),
      main: html`!${steps}<div id="board-notices">!${notices}</div>
<div id="board" data-board="${JSON.stringify(about)}">
<p class="soft">${words.lead}</p>
<p id="board-more-than-shown" class="notice warning"!${hiddenUnless(read.hasMore)}>${tooMany}</p>
<p class="unseen" id="board-news" role="log"></p>
<p><strong id="board-total">${filled(words.total, totals(shown))}</strong><br>
<span class="soft" id="board-couriers">${filled(words.couriers, courierTotals(read, filter, now))}</span></p>
<div id="board-counts" class="table board-counts"!${hiddenUnless(deliveries.length > 0)}>
!${countsTable(filtered)}</div>
!${filterForm(filtered, cities)}
<div class="board-columns">
!${listSection(shown, { hasOthers: deliveries.length > 0, now, words })}
!${mapSection(words)}
</div></div>`,
    })
  })

  app.get(`${boardHref}/board/notices`, { config }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(await noticesFor(request)),
  )

  /** What concerns the service or a city rather than one delivery; a script reads it again and again. */
  async function noticesFor(request: FastifyRequest): Promise<string> {
    const isDispatcher = operatorOf(request).role === 'DISPATCHER'
    const [language, now] = [languageOf(request), clock.now()]
    const alerts = await listOpenAlerts(db, isDispatcher ? dispatchAlertKinds : undefined)
    const waiting = isDispatcher ? '' : waitingLines(await countWaitingWork(db), language)
    const { cities } = pricing.map.current()
    const demand = demandLines(cities, { language, now, mayManage: !isDispatcher })
    // What waits is counted here; its alert, a minute later, says nothing more.
    const others = alerts.filter(({ kind }) => !waitingAlertKinds.includes(kind))
    return `${waiting}${alertList(others, { language, now, timeZone })}${demand}`
  }
}

const boardActs = (filter: BoardFilter, { sound, reload }: BoardWords): string[] => [
  html`<span class="badge over" id="board-state" role="status" hidden></span>`,
  html`<button
 type="button" class="plain" id="board-sound" aria-pressed="false" hidden>${sound.off}</button>`,
  html`<a class="button plain" href="${filteredHref(filter)}">${reload}</a>`,
]

/** The city that has most under way. */
function busiestCity(deliveries: readonly BoardDelivery[]): string | undefined {
  const byCity = [...Map.groupBy(deliveries, ({ cityId }) => cityId)]
  return byCity.sort(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

const hiddenUnless = (isSeen: boolean): string => (isSeen ? '' : ' hidden')

const totals = (shown: readonly BoardDelivery[]) => ({
  count: shown.length,
  late: shown.filter(({ late }) => late.length > 0).length,
})

function courierTotals({ couriers: all }: Board, { cityId }: BoardFilter, now: Date) {
  const couriers = [...all.values()].filter(({ cityIds }) => cityId === undefined || cityIds.includes(cityId))
  const isOld = ({ seenAt }: { seenAt: number | null }) =>
    seenAt === null || now.getTime() - seenAt > freshPositionMs
  return {
    free: couriers.filter(({ carries, isOnDuty }) => isOnDuty && carries === null).length,
    carrying: couriers.filter(({ carries }) => carries !== null).length,
    old: couriers.filter(isOld).length,
  }
}

/** The deliveries that are shown, the most urgent first; what is hidden is there for the script. */
function listSection(
  shown: readonly BoardDelivery[],
  { hasOthers, now, words }: { hasOthers: boolean; now: Date; words: BoardWords },
): string {
  const rows = shown.slice(0, maxListed).map((each) => deliveryRow(each, now, words))
  const rest = shown.length - maxListed
  const more = filled(words.more, { count: rest })
  const none = hasOthers ? words.nothingShown : words.none
  return html`<section><h2>${words.list}</h2>
<ul class="rows board-list" id="board-list"!${hiddenUnless(shown.length > 0)}>!${rows}</ul>
<p class="empty" id="board-empty"!${hiddenUnless(shown.length === 0)}>${none}</p>
<p class="soft" id="board-rest"!${hiddenUnless(rest > 0)}>${more}</p></section>`
}

function deliveryRow(row: BoardDelivery, now: Date, words: BoardWords): string {
  const age = (since: number) => ageText(Math.max(0, now.getTime() - since), words)
  const about = [
    filled(words.since, { age: age(row.waitSince) }),
    row.courier === null ? '' : filled(words.courier, { name: row.courier }),
    row.isPaymentWaiting ? words.payment : '',
  ].filter((part) => part !== '')
  const reasons = row.late.map(({ reason, since }) => {
    const said = reason === 'CODE_LOCKED' ? words.lockedSince : words.lateBy
    const text = filled(said, { reason: words.reason[reason], age: age(since) })
    return html`<span class="badge bad">${text}</span>`
  })
  const problem = row.problem && html`<span class="badge over">${problemText(row.problem, words)}</span>`
  const wait = html`<span class="badge ${statusKind(row.status)}">${words.wait[row.wait]}</span>`
  const href = `/operations/deliveries/${row.id}`
  return html`<li id="d-${row.id}" class="${row.late.length > 0 ? 'late' : ''}">
<a href="${href}"><span><strong>${row.reference}</strong> ${row.shop} · ${row.city}<br>
<span class="soft">${about.join(' · ')}</span></span><span
 class="board-badges">!${reasons}!${problem ?? ''}!${wait}</span></a></li>`
}

const problemText = (
  { isWaitedFor, reason }: NonNullable<BoardDelivery['problem']>,
  { problem }: BoardWords,
): string => filled(isWaitedFor ? problem.waits : problem.left, { reason: problem.reason[reason] })

function mapSection(words: BoardWords): string {
  const kinds = ['free', 'carrying', 'old', 'parcel', 'late'] as const
  const legend = kinds.map((kind) => html`<li class="${kind}">${words.mapLegend[kind]}</li>`)
  return html`<section class="board-side" hidden>
<div class="map" id="board-map" role="region" aria-label="${words.map}"></div>
<ul class="board-legend">!${legend}</ul></section>`
}
