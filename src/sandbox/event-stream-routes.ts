import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/open-database.ts'
import { listEventsSince } from '../events/event-store.ts'
import { type Caller, callerOf } from '../http/authenticate.ts'
import { type Clock, firstIdAt, timeOfId } from '../kernel/clock.ts'
import { isApiKeyAlive } from '../shops/shop-store.ts'

export type EventStreamParts = {
  db: Database
  clock: Clock
  subscribe: (listener: (topic: string) => void) => () => void
  onTrouble: (message: string, error: unknown) => void
}

/** Events that another process told are found this often, and silence is broken this often, in ms. */
const lookEveryMs = 1_000
const heartbeatMs = 15_000
/** Identifiers carry the time before the commit: an event may become visible this much later, in ms. */
const lateByMs = 15_000

/**
 * GET /sandbox/events: every event of the shop as it happens, as server-sent events whose data are the
 * bodies of webhooks, until the key is revoked. It begins with an event `listening`; a `Last-Event-ID` also
 * brings what happened after the event it names, and some from before it once more. For `colis listen`,
 * on a developer's own machine; not part of the contract.
 */
export async function eventStreamRoutes(app: FastifyInstance, parts: EventStreamParts): Promise<void> {
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const close of open) close()
  })

  app.get(
    '/sandbox/events',
    { config: { scopes: ['deliveries:read'] }, schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const after = request.headers['last-event-id']
      const close = streamEvents(parts, callerOf(request), reply, timeOfId(String(after)))
      open.add(close)
      request.raw.once('close', () => {
        close()
        open.delete(close)
      })
      return reply.hijack()
    },
  )
}

/** Writes events to a response until the answer is called. */
function streamEvents(
  { db, clock, subscribe, onTrouble }: EventStreamParts,
  caller: Caller,
  reply: FastifyReply,
  toldUntil: Date | undefined,
): () => void {
  const { raw } = reply
  const startedAt = clock.now()
  const told = new Set<string>()
  let since = toldUntil ? new Date(toldUntil.getTime() - lateByMs) : startedAt
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      if (!(await isApiKeyAlive(db, caller))) return void raw.end()
      for (const { id, type, body } of await listEventsSince(db, caller.shopId, since)) {
        if (told.has(id)) continue
        told.add(id)
        raw.write(`id: ${id}\nevent: ${type}\ndata: ${body}\n\n`)
      }
      since = new Date(Math.max(startedAt.getTime(), clock.now().getTime() - lateByMs))
    } catch (error) {
      onTrouble('The stream of events could not be read; it is tried again.', error)
    } finally {
      isLooking = false
    }
  }

  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(`id: ${firstIdAt(startedAt)}\nevent: listening\ndata: {}\n\n`)
  const unsubscribe = subscribe((topic) => void (topic !== 'prices' && look()))
  if (toldUntil) void look()
  const looking = setInterval(look, lookEveryMs)
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  return () => {
    unsubscribe()
    clearInterval(looking)
    clearInterval(heartbeat)
    raw.end()
  }
}
