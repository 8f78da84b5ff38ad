import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { listOpenOperatorSessions, type OperatorSession } from '../../../domain/accounts/membership-store.ts'
import { freshPositionMs } from '../../../domain/matching/search-round.ts'
import { dispatchAlertKinds } from '../../../domain/monitoring/alerts/alert-rules.ts'
import { listOpenAlerts } from '../../../domain/monitoring/alerts/alert-store.ts'
import type { Repeat } from '../../../web/live/event-stream.ts'
import type { LiveMessage } from '../../../web/live/live-message.ts'
import { serveStreams } from '../../../web/live/serve-streams.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { demandLines } from '../prices/rain-and-demand.ts'
import { wordBoard } from './board-messages.ts'
import { boardNotices, boardPage, type NoticeFacts } from './board-page.ts'
import { boardFilter, boardPath } from './board-query.ts'

/** Those of an area; in tests time is repeated by hand. */
type BoardDeps = OperationsDeps & { repeat?: Repeat }

/**
 * The board: its page, and `GET /operations/board/live`, everything under way as server-sent events. `board` is all of
 * it, each `change` what is other since; `end` says that the page is not to connect again (decision 156). `GET
 * /operations/board/notices` is the alerts and what makes trips dearer, as a part of the page.
 */
export async function boardRoutes(app: FastifyInstance, deps: BoardDeps): Promise<void> {
  const { db, clock, board, pricing, sendPage, cityMapOf } = deps
  const messages = wordBoard(board)
  const serve = serveStreams<OperatorSession>(app, {
    ...deps,
    listOpenSessions: (followers, now) => listOpenOperatorSessions(db, followers, now),
  })

  app.get(boardPath, { config: { operates: 'DISPATCH' } }, async (request, reply) => {
    const filter = boardFilter(request.query)
    const { cities } = pricing.map.current()
    const shown = await board.read()
    const busiest = busiestCity([...shown.deliveries.values()].map(({ cityId }) => cityId))
    const city = cities.find(({ id }) => id === (filter.cityId ?? busiest)) ?? cities[0]
    return sendPage(
      request,
      reply,
      200,
      boardPage({
        ...(await noticesFor(request)),
        board: shown,
        filter,
        cities,
        map: cityMapOf(city),
        oldAfterMs: freshPositionMs,
      }),
    )
  })

  app.get(`${boardPath}/board/notices`, { config: { operates: 'DISPATCH' } }, async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(boardNotices(await noticesFor(request))),
  )

  async function noticesFor(request: FastifyRequest): Promise<NoticeFacts> {
    const isDispatcher = operatorOf(request).role === 'DISPATCHER'
    const [language, now] = [languageOf(request), clock.now()]
    return {
      language,
      now,
      timeZone: deps.timeZone,
      alerts: await listOpenAlerts(db, isDispatcher ? dispatchAlertKinds : undefined),
      demand: demandLines(pricing.map.current().cities, { language, now, mayManage: !isDispatcher }),
    }
  }

  app.get(
    `${boardPath}/board/live`,
    { config: { operates: 'DISPATCH' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { accountId, sessionToken: token } = operatorOf(request)
      await board.read()
      serve(request, reply, { accountId, token }, (send, raw) => sendBoard(raw, send))
    },
  )

  /** Sends the board and every change; who reads too slowly is sent what they missed when they have read on. */
  function sendBoard(raw: ServerResponse, send: (message: LiveMessage) => void): () => void {
    let sent: number | undefined
    let isStopped = false
    const sendOn = async () => {
      const shown = await board.read()
      // One message at a time: a whole board alone is more than may wait to be read.
      while (!isStopped && !raw.writableNeedDrain) {
        const next = messages.next(sent, shown)
        if (!next) return
        sent = next.version
        send(next.message)
      }
    }
    const follow = () => void sendOn().catch(() => {})
    const unsubscribe = board.subscribe(follow)
    raw.on('drain', follow)
    follow()
    return () => {
      isStopped = true
      unsubscribe()
      raw.off('drain', follow)
    }
  }
}

/** The city that has most under way. */
function busiestCity(cityIds: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(cityIds, (id) => id)]
  return counts.sort(([, one], [, other]) => other.length - one.length)[0]?.[0]
}
