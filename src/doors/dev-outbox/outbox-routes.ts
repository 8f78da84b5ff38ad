import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import { languages } from '../../base/kernel/language.ts'
import { ApiError } from '../../contract/errors.ts'
import { composedMessage, type MessageContext } from '../../domain/messages/message-composition.ts'
import { listKeptMessageFacts } from '../../domain/messages/message-facts-store.ts'
import { languageOf } from '../../http/response-language.ts'
import { mayBringOthers } from './caller-process.ts'
import { isAtThisMachine, isHandedOn } from './outbox-access.ts'
import { outboxPage, outboxPolicy } from './outbox-page.ts'

/** How many messages the page shows. */
const maxShown = 100

type OutboxDeps = {
  db: Database
  context: MessageContext
  /** Whether other machines have access too. */
  isOpen: boolean
  /**
   * Opens the page where the service may stand behind a proxy; undefined where being on this machine is
   * enough.
   */
  token: string | undefined
}

/**
 * `GET /dev/outbox`: the messages that people would have got, with their codes and links. It exists only in a
 * sandbox without channels, for this machine or for whoever has the token that was printed at the start; for
 * anybody else it is an unknown path.
 */
export async function outboxRoutes(
  app: FastifyInstance,
  { db, context, isOpen, token }: OutboxDeps,
): Promise<void> {
  async function mayRead(request: FastifyRequest<{ Querystring: Record<string, unknown> }>) {
    if (isOpen) return true
    if (token !== undefined) return isToken(request.query.token, token)
    const { remotePort = 0, localPort = 0 } = request.socket
    return (
      isAtThisMachine(callerOf(request), context.publicUrl) &&
      !(await mayBringOthers({ remotePort, localPort }))
    )
  }

  app.get<{ Querystring: Record<string, unknown> }>('/dev/outbox', async (request, reply) => {
    if (!(await mayRead(request)))
      throw new ApiError('ROUTE_NOT_FOUND', { method: request.method, path: '/dev/outbox' })
    const kept = await listKeptMessageFacts(db, maxShown)
    const shown = kept.map((facts) => {
      const message = composedMessage(facts, context)
      const others = languages.filter((language) => language !== message.language)
      return {
        message,
        others: others.map((language) => composedMessage(facts, context, language)),
        sentAt: facts.sent_at ?? facts.created_at,
      }
    })
    return reply
      .headers({
        'content-security-policy': outboxPolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(outboxPage(shown, { language: languageOf(request), timeZone: context.timeZone }))
  })
}

function isToken(given: unknown, token: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function callerOf({ ip, ips, hostname, headers, raw }: FastifyRequest) {
  // A trusted proxy's header is believed, and `ip` is already that of its caller.
  return { ip, hostname, isForwarded: ips === undefined && isHandedOn(headers, raw.httpVersion) }
}
