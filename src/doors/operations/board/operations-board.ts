import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { actorText } from '../../../base/kernel/actor.ts'
import { locales } from '../../../base/kernel/language.ts'
import { dayAfter, localDayText } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { type BoardDelivery, byUrgency, maxOnBoard } from '../../../domain/board/board.ts'
import { countWaitingWork } from '../../../domain/board/count-waiting-work.ts'
import { findActOnMany } from '../../../domain/board/many/find-act-on-many.ts'
import { listKeptViews } from '../../../domain/board/views/board-view-store.ts'
import { maxKeptViews } from '../../../domain/board/views/keep-view-of-board.ts'
import { type BoardFilter, searchedWords, shownBy } from '../../../domain/board/views/shown-deliveries.ts'
import { documentBounds } from '../../../domain/couriers/documents/document-rules.ts'
import { countExpiringDocuments } from '../../../domain/couriers/documents/document-store.ts'
import { freshPositionMs } from '../../../domain/matching/search-round.ts'
import { dispatchAlertKinds } from '../../../domain/monitoring/alerts/alert-rules.ts'
import { listOpenAlerts } from '../../../domain/monitoring/alerts/alert-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { doneOf } from '../../../web/signed-in-request.ts'
import { stepsAwayNotice, stepsOnBoard } from '../first-steps/operator-steps.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf, operatorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { actBar, actHref, outcome, type TypedAct } from './board-acts-page.ts'
import { boardHref, filteredHref, filterQuery, keptFilter, readBoardFilter } from './board-filter.ts'
import { keyHelp } from './board-keys-page.ts'
import { boardNotices } from './board-notices-page.ts'
import { boardSide, courierLoads, couriersText, maxLoads } from './board-side-page.ts'
import { boardShapes, maxListed, tableHead, tableRows } from './board-table-page.ts'
import { commonViews, filterLine, type NamedView, viewLinks } from './board-views-page.ts'
import { type BoardWords, boardWords, filled } from './board-wording.ts'

const config = { operates: 'DISPATCH' } as const

/** `/operations`: everything under way in a table, late first, beside a map that a script draws. */
export async function boardPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const sendBoard = boardSender(deps)

  app.get(boardHref, { config }, (request, reply) =>
    sendBoard(request, reply, {
      filter: readBoardFilter(request.query),
      notice: stepsAwayNotice(request) ?? notKept(request),
      actId: (request.query as { act?: unknown }).act,
    }),
  )

  app.get(`${boardHref}/board/notices`, { config }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(await noticesFor(deps, request)),
  )
}

/** Why a view was not kept. */
function notKept(request: FastifyRequest): WorkspaceNotice | undefined {
  if (doneOf(request) !== 'not-kept') return undefined
  const text = speak(languageOf(request))('The view is not kept: give it a name, and keep at most {count}.', {
    count: maxKeptViews,
  })
  return { kind: 'warning', text }
}

type Shown = {
  status?: number
  filter: BoardFilter
  notice: WorkspaceNotice | undefined
  /** The act on several deliveries whose outcome is told. */
  actId?: unknown
  /** The rows that are ticked, and what was typed beside them, after a refusal. */
  chosen?: readonly string[]
  typed?: TypedAct
}

/** What sends the board, for who looks at it and for who was refused an act. */
export const boardSender =
  (deps: OperationsDeps) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, filter, notice, actId, chosen = [], typed = {} }: Shown,
  ): Promise<unknown> => {
    const { db, clock, board, pricing } = deps
    const { cities, city: cityOf } = pricing.map.current()
    const read = await board.read()
    const deliveries = [...read.deliveries.values()]
    const cityId = filter.cityId ?? busiestCity(deliveries)
    const city = cities.find(({ id }) => id === cityId) ?? cities[0]
    const notices = await noticesFor(deps, request)
    const steps = await stepsOnBoard(deps, request, { isUnderWay: deliveries.length > 0 })
    const actor = actorText(actorOf(request))
    const done =
      typeof actId === 'string' && isUuid(actId) ? await findActOnMany(db, actId, actor) : undefined

    const hasTours = deps.rules.current().COURIER_MAX_PARCELS > 1
    const language = languageOf(request)
    const words = boardWords(language)
    const amounts = new Intl.NumberFormat(locales[language], { useGrouping: 'always' })
    const reader = {
      now: clock.now(),
      words,
      amount: (fcfa: number) => amounts.format(fcfa),
      timeZoneOf: (id: string) => cityOf(id)?.timeZone ?? deps.timeZone,
      oldAfterMs: freshPositionMs,
    }
    const kept = await listKeptViews(db, operatorOf(request).accountId)
    const views: NamedView[] = [
      ...commonViews(language),
      ...kept.flatMap(({ name, query }) => {
        const of = keptFilter(query)
        return of ? [{ name, filter: of, isKept: true as const }] : []
      }),
    ]
    const shown = deliveries.filter(shownBy(filter)).sort(byUrgency)
    const loads = courierLoads(read, filter.cityId)
    const couriers = couriersText(loads, reader)
    const ticked = new Set([...chosen, ...refusedOf(done?.refused ?? [], deliveries)])
    const about = {
      live: `${boardHref}/board/live`,
      notices: `${boardHref}/board/notices`,
      words,
      filter: scriptFilter(filter),
      views: views.map((view) => scriptFilter(view.filter)),
      maxListed,
      maxLoads,
      locale: locales[language],
      timeZones: Object.fromEntries(cities.map(({ id, timeZone }) => [id, timeZone])),
      oldAfterMs: freshPositionMs,
      map: deps.cityMapOf(city),
    }
    const rest = Math.max(shown.length - maxListed, 0)
    return deps.sendPage(request, reply, status, {
      section: 'board',
      title: words.title,
      isWide: true,
      isFormPage: status !== 200,
      scripts: ['workspace-map.js', 'board-map.js', 'board.js', 'board-keys.js'],
      acts: boardActs(filter, words),
      notice,
      main: html`!${steps}
<div id="board" data-board="${JSON.stringify(about)}">!${boardShapes}
!${viewLinks(views, deliveries, filter, language)}
<div id="board-notices">!${notices}</div>!${done ? outcome(done, deliveries, language) : ''}
!${filterLine({ filter, deliveries, cities, words, language, shownCount: shown.length })}
<p class="unseen" id="board-news" role="log"></p>
<div class="split"><form method="post" action="${actHref('ASSIGN')}" class="pick" id="board-pick">
<div class="rows-of" id="board-rows" tabindex="0" role="region" aria-label="${words.list}">
<p id="board-more-than-shown" class="notice warning"!${hiddenUnless(read.hasMore)}>
${filled(words.tooMany, { count: maxOnBoard })}</p>
<table!${hiddenUnless(shown.length > 0)}>!${tableHead(words)}<tbody id="board-list">
!${tableRows(shown, reader, ticked)}</tbody></table>
<p class="empty" id="board-empty"!${hiddenUnless(shown.length === 0)}>
${deliveries.length > 0 ? words.nothingShown : words.none}</p>
<p class="soft" id="board-rest"!${hiddenUnless(rest > 0)}>${filled(words.more, { count: rest })}</p></div>
!${actBar({ loads, back: filterQuery(filter), typed, hasTours, language })}</form>
!${boardSide(loads, reader, couriers)}</div>
!${keyHelp(language, hasTours)}</div>`,
    })
  }

/** What concerns the service or a city rather than one delivery; a script reads it again and again. */
async function noticesFor(
  { db, clock, pricing, timeZone }: OperationsDeps,
  request: FastifyRequest,
): Promise<string> {
  const isDispatcher = operatorOf(request).role === 'DISPATCHER'
  const endsBefore = dayAfter(localDayText(clock.now(), timeZone), documentBounds.warnedDays)
  return boardNotices({
    alerts: await listOpenAlerts(db, isDispatcher ? dispatchAlertKinds : undefined),
    waiting: isDispatcher ? null : await countWaitingWork(db),
    papers: isDispatcher ? 0 : await countExpiringDocuments(db, endsBefore),
    cities: pricing.map.current().cities,
    language: languageOf(request),
    now: clock.now(),
  })
}

/** A filter as the script reads it. */
const scriptFilter = ({ text = '', ...filter }: BoardFilter) => ({ ...filter, words: searchedWords(text) })

const boardActs = (filter: BoardFilter, { sound, reload }: BoardWords): string =>
  html`<span class="acts board-acts"><span class="state over" id="board-state" role="status" hidden></span>
<button type="button" class="plain" id="board-sound" aria-pressed="false" hidden>${sound.off}</button>
<a class="button plain" id="board-reload" href="${filteredHref(filter)}">${reload}</a></span>`

/** The city that has most under way. */
function busiestCity(deliveries: readonly BoardDelivery[]): string | undefined {
  const byCity = [...Map.groupBy(deliveries, ({ cityId }) => cityId)]
  return byCity.sort(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

const refusedOf = (refused: readonly { reference: string }[], deliveries: readonly BoardDelivery[]) => {
  const references = new Set(refused.map(({ reference }) => reference))
  return deliveries.filter(({ reference }) => references.has(reference)).map(({ id }) => id)
}

const hiddenUnless = (isSeen: boolean): string => (isSeen ? '' : ' hidden')
