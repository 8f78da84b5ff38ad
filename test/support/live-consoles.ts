import { randomUUID } from 'node:crypto'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { FastifyInstance } from 'fastify'
import type { ShopSession } from '../../src/domain/accounts/membership-store.ts'
import { liveRoutes, type RenderPart } from '../../src/doors/console/live/live-routes.ts'
import { httpServer } from '../../src/http/http-server.ts'
import type { TestService } from './open-service.ts'

/** Consoles that follow shops of a service, on a server of their own that knows sessions by a header or cookie. */
export type LiveConsoles = {
  app: FastifyInstance
  address: string
  /** Signs an account in to a shop; a new account where none is named. */
  signIn(shopId: string, options?: { accountId?: string; role?: ShopSession['role'] }): Promise<ShopSession>
  follow(session: ShopSession, options?: FollowOptions): Promise<Followed>
  /** What the timer of all streams does. */
  tick(): void
  close(): Promise<void>
}

type FollowOptions = { query?: string; headers?: Record<string, string> }

/** A stream as a page sees it. */
export type Followed = {
  status: number
  headers: Headers
  /** All but heartbeats, in order. */
  events: EventSourceMessage[]
  comments: string[]
  retryMs: number | undefined
  isOver: boolean
  disconnect(): void
}

/** Opens a server of streams; `prepare` adds pages to it. */
export async function openLiveConsoles(
  { services }: TestService,
  parts: Record<string, RenderPart> = {},
  prepare: (app: FastifyInstance) => void = () => {},
): Promise<LiveConsoles> {
  const { db, clock, log, changes, onError } = services
  const sessions = new Map<string, ShopSession>()
  let tick = () => {}
  const app = httpServer({
    log,
    language: 'fr',
    publicUrl: 'http://colis.test',
    sendError: (error, _request, reply) => reply.code(500).send(String(error)),
    trustProxy: undefined,
  })
  await app.register(liveRoutes, {
    db,
    clock,
    chance: () => 0.5,
    changes,
    onError,
    parts,
    sessionOf: ({ headers }) => {
      const token = headers.cookie?.replace('session=', '')
      const session = sessions.get(token ?? '')
      if (!session) throw new Error('There is no such session.')
      return session
    },
    repeat: (work) => {
      tick = work
      return () => {}
    },
  })
  prepare(app)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    address,
    tick: () => tick(),
    signIn: async (shopId, { accountId = randomUUID(), role = 'OWNER' } = {}) => {
      const session = { shopId, accountId, role, token: randomUUID() }
      await insertSession(services, session)
      sessions.set(session.token, session)
      return session
    },
    follow: ({ shopId, token }, { query = '', headers = {} } = {}) =>
      followAt(`${address}/console/shops/${shopId}/live${query}`, { cookie: `session=${token}`, ...headers }),
    close: () => app.close(),
  }
}

async function insertSession(
  { db, clock }: TestService['services'],
  { shopId, accountId, role, token }: ShopSession,
): Promise<void> {
  const now = clock.now()
  const dated = { created_at: now, updated_at: now }
  const account = { id: accountId, name: 'Afi', phone: null, email: null, ...dated }
  await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const expiresAt = new Date(now.getTime() + 24 * 60 * 60_000)
  const browser = { ip_address: null, user_agent: null }
  await db
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      account_id: accountId,
      token,
      expires_at: expiresAt,
      ...browser,
      ...dated,
    })
    .execute()
  if (role === 'OPERATOR')
    await db.insertInto('operators').values({ account_id: accountId, created_at: now }).execute()
  else
    await db
      .insertInto('memberships')
      .values({ shop_id: shopId, account_id: accountId, role, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Follows a stream as a page does. */
export async function followAt(url: string, headers: Record<string, string>): Promise<Followed> {
  const controller = new AbortController()
  const response = await fetch(url, { headers, signal: controller.signal })
  const followed: Followed = {
    status: response.status,
    headers: response.headers,
    events: [],
    comments: [],
    retryMs: undefined,
    isOver: false,
    disconnect: () => controller.abort(),
  }
  const parser = createParser({
    onEvent: (event) => followed.events.push(event),
    onComment: (comment) => followed.comments.push(comment),
    onRetry: (ms) => {
      followed.retryMs = ms
    },
  })
  void (async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(text)
  })()
    .catch(() => {})
    .finally(() => {
      followed.isOver = true
    })
  return followed
}
