import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import { listEventsAfter } from '../../base/events/event-store.ts'
import { type Caller, callerOf } from '../../base/http/authenticate.ts'
import { type Clock, firstIdAt, timeOfId } from '../../base/kernel/clock.ts'
import { isApiKeyAlive } from '../../domain/shops/shop-store.ts'

export type EventStreamParts = {
  db: Database
  clock: Clock
  subscribe: (listener: (topic: string) => void) => () => void
  onTrouble: (message: string, error: unknown) => void
}

/**
 * Events that another process told, and that the key was revoked, are found this often, in ms: with the time
 * the look itself takes, within the second that decision 5 promises.
 */
const lookEveryMs = 700
/** Silence is broken this often, in ms. */
const heartbeatMs = 15_000
/** Identifiers carry the time before the commit: an event may become visible this much later, in ms. */
const lateByMs = 15_000
/** How many events are read at once. */
const pageSize = 1_000

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

const lateBefore = (time: Date) => new Date(time.getTime() - lateByMs)

/**
 * Writes events to a response until the answer is called, however many there are: a page at a time, and no
 * more than the other side reads.
 */
function streamEvents(
  { db, clock, subscribe, onTrouble }: EventStreamParts,
  caller: Caller,
  reply: FastifyReply,
  toldUntil: Date | undefined,
): () => void {
  const { raw } = reply
  const startedAt = clock.now()
  const told = new Set<string>()
  let afterId = firstIdAt(toldUntil ? lateBefore(toldUntil) : startedAt)
  let isLooking = false
  let isOver = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      let isMore = true
      while (isMore && !isOver && !raw.writableNeedDrain) {
        if (!(await isApiKeyAlive(db, caller))) return void raw.end()
        isMore = await tellPage()
      }
    } catch (error) {
      onTrouble('The stream of events could not be read; it is tried again.', error)
    } finally {
      isLooking = false
    }
  }

  /** Tells the next events, and answers whether there may be more; at the end it goes back for late ones. */
  async function tellPage(): Promise<boolean> {
    const late = lateBefore(clock.now())
    const lateId = firstIdAt(toldUntil || late > startedAt ? late : startedAt)
    const events = await listEventsAfter(db, caller.shopId, { afterId, limit: pageSize })
    if (isOver) return false
    for (const { id, type, body } of events) {
      if (!told.has(id)) raw.write(`id: ${id}\nevent: ${type}\ndata: ${body}\n\n`)
      told.add(id)
    }
    for (const id of told) if (id < lateId) told.delete(id)
    const last = events.length === pageSize ? events.at(-1) : undefined
    afterId = last?.id ?? lateId
    return last !== undefined
  }

  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(`id: ${firstIdAt(toldUntil ?? startedAt)}\nevent: listening\ndata: {}\n\n`)
  raw.on('drain', look)
  const unsubscribe = subscribe((topic) => void (topic !== 'prices' && look()))
  if (toldUntil) void look()
  const looking = setInterval(look, lookEveryMs)
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  return () => {
    isOver = true
    unsubscribe()
    clearInterval(looking)
    clearInterval(heartbeat)
    raw.end()
  }
}
