import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { listActiveKeys } from '../../domain/shops/shop-store.ts'
import { listShopEvents } from '../../events/list-shop-events.ts'
import { type Caller, callerOf } from '../../http/authenticate.ts'
import { eventCursor, positionOfCursor } from './event-cursor.ts'

type EventStreamDeps = {
  db: Database
  eventCursorKeys: SecretKeys
  subscribe: (listener: (topic: string) => void) => () => void
  onError: (message: string, error: unknown) => void
}

/** How many streams may be open at once: of one key, and in one process. */
const maxStreams = { perKey: 3, inAll: 200 }
/** The Retry-After when no stream is free. */
const retryAfterSeconds = 10
/**
 * How often the keys of open streams are checked, in ms, in one read for all of them: together with the read
 * itself, within the second that decision 5 promises. New events cause no such check.
 */
const checkKeysEveryMs = 700
/** How often a heartbeat is sent, in ms. */
const heartbeatMs = 15_000
/** How many events are read at once. */
const pageSize = 500

type Stream = { caller: Caller; read: () => void; close: () => void }

/**
 * GET /sandbox/events: every event of the shop as it happens, as server-sent events whose data are the bodies
 * of webhooks and whose ids are the cursors of GET /events, until the key is revoked. It begins with an event
 * `listening`; a `Last-Event-ID` also brings what happened after it. For `colis listen`, on a developer's own
 * machine; not part of the contract. Nothing is read while nothing happens.
 */
export async function eventStreamRoutes(app: FastifyInstance, deps: EventStreamDeps): Promise<void> {
  const { db, eventCursorKeys, subscribe, onError } = deps
  const open = new Set<Stream>()

  const unsubscribe = subscribe((topic) => {
    if (topic === 'sequenced' || topic === 'all') for (const { read } of open) read()
    if (topic === 'shops' || topic === 'all') void closeRevoked()
  })
  const checking = setInterval(() => void closeRevoked(), checkKeysEveryMs)
  checking.unref()
  app.addHook('preClose', async () => {
    clearInterval(checking)
    unsubscribe()
    for (const { close } of open) close()
  })

  async function closeRevoked(): Promise<void> {
    if (open.size === 0) return
    try {
      const streams = [...open]
      const active = await listActiveKeys(
        db,
        streams.map(({ caller }) => caller),
      )
      for (const { caller, close } of streams) if (!active.has(caller.keyId)) close()
    } catch (error) {
      onError('The keys of open event streams could not be checked; they are checked again.', error)
    }
  }

  app.get(
    '/sandbox/events',
    { config: { scopes: ['deliveries:read'] }, schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const caller = callerOf(request)
      const ofKey = [...open].filter((stream) => stream.caller.keyId === caller.keyId)
      if (ofKey.length >= maxStreams.perKey || open.size >= maxStreams.inAll)
        throw new ApiError('RATE_LIMITED', { retryAfterSeconds })
      // Taken before anything is awaited, so that many at once do not all find it free.
      const stream: Stream = { caller, read: () => {}, close: () => open.delete(stream) }
      open.add(stream)
      request.raw.once('close', () => stream.close())
      try {
        const after = positionOfCursor(
          caller.shopId,
          String(request.headers['last-event-id']),
          eventCursorKeys,
        )
        const from = after ?? (await headOf(db, caller.shopId))
        if (!open.has(stream)) return reply.hijack()
        const { read, close } = streamEvents(deps, caller, reply, from)
        stream.read = read
        stream.close = () => {
          open.delete(stream)
          close()
        }
        if (request.raw.destroyed) stream.close()
        return reply.hijack()
      } catch (error) {
        open.delete(stream)
        throw error
      }
    },
  )
}

/** The position after everything that has happened so far. */
async function headOf(db: Database, shopId: string): Promise<number> {
  const { headPosition } = await listShopEvents(db, shopId, { after: Number.MAX_SAFE_INTEGER, limit: 1 })
  return headPosition
}

/**
 * Writes the events after a position to a response until `close` is called, however many there are: a page at
 * a time, and no more than the other side reads. `read` is called when there may be more.
 */
function streamEvents(
  { db, eventCursorKeys, onError }: EventStreamDeps,
  { shopId }: Caller,
  reply: FastifyReply,
  from: number,
): { read: () => void; close: () => void } {
  const { raw } = reply
  let position = from
  let isReading = false
  let isAskedAgain = false
  let isOver = false

  async function read(): Promise<void> {
    isAskedAgain = true
    if (isReading) return
    isReading = true
    try {
      while (isAskedAgain && !isOver && !raw.writableNeedDrain) {
        isAskedAgain = false
        const page = await listShopEvents(db, shopId, { after: position, limit: pageSize })
        if (page.hasMore) isAskedAgain = true
        if (isOver) return
        for (const event of page.events) {
          const id = eventCursor(shopId, event.position, eventCursorKeys)
          raw.write(`id: ${id}\nevent: ${event.type}\ndata: ${event.body}\n\n`)
        }
        position = page.readTo
      }
    } catch (error) {
      onError('A stream of events could not be read; it is read again with the next event.', error)
    } finally {
      isReading = false
    }
  }

  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(`id: ${eventCursor(shopId, from, eventCursorKeys)}\nevent: listening\ndata: {}\n\n`)
  raw.on('drain', read)
  void read()
  const heartbeat = setInterval(() => {
    raw.write(': still here\n\n')
    void read()
  }, heartbeatMs)
  return {
    read,
    close: () => {
      isOver = true
      clearInterval(heartbeat)
      raw.end()
    },
  }
}
