import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { listOpenOperatorSessions, type OperatorSession } from '../../../domain/accounts/membership-store.ts'
import type { Repeat } from '../../../web/live/event-stream.ts'
import type { LiveMessage } from '../../../web/live/live-message.ts'
import { serveStreams } from '../../../web/live/serve-streams.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { boardHref } from './board-filter.ts'
import { wordBoard } from './board-messages.ts'

/**
 * `GET /operations/board/live`, everything under way as server-sent events: `board` is all of it, each
 * `change` what is other since; `end` says that the page is not to connect again (decision 156). In tests
 * time is repeated by hand.
 */
export async function boardLive(app: FastifyInstance, deps: OperationsDeps & { repeat?: Repeat }) {
  const { db, board } = deps
  const messages = wordBoard(board)
  const serve = serveStreams<OperatorSession>(app, {
    ...deps,
    listOpenSessions: (followers, now) => listOpenOperatorSessions(db, followers, now),
  })

  const options = { config: { operates: 'DISPATCH' }, exposeHeadRoute: false } as const
  app.get(`${boardHref}/board/live`, options, async (request, reply) => {
    const { accountId, sessionToken: token } = operatorOf(request)
    await board.read()
    serve(request, reply, { accountId, token }, (send, raw) => sendBoard(raw, send))
  })

  /** Sends the board and every change; a slow reader is sent what they missed once they have read on. */
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
