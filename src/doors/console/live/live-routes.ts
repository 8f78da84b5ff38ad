import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../base/database/open-database.ts'
import type { Chance, Clock } from '../../../base/kernel/clock.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { ShopRole } from '../../../domain/accounts/account-right.ts'
import { listOpenShopSessions, type ShopSession } from '../../../domain/accounts/membership-store.ts'
import type { ChangeFollower } from '../../../events/follow-changes.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { Repeat } from '../../../web/live/event-stream.ts'
import { changedMessage, type LiveMessage, liveEvent } from '../../../web/live/live-message.ts'
import { renderOnce } from '../../../web/live/render-once.ts'
import { serveStreams } from '../../../web/live/serve-streams.ts'
import { shopPath } from '../console-request.ts'

/** What a part of a page depends on: everybody to whom all of it applies is sent the same. */
export type PartAbout = { shopId: string; language: Language; role: ShopRole }

/** Renders a part of a page: HTML that is made by `html`. */
export type RenderPart = (about: PartAbout) => Promise<string>

type LiveDeps = {
  db: Database
  clock: Clock
  chance: Chance
  changes: ChangeFollower
  onError: (message: string, error: unknown) => void
  /**
   * Whose session a request belongs to, and what they are to the shop; only behind the hook of its routes.
   */
  sessionOf: (request: FastifyRequest) => ShopSession
  /** The parts of pages that can be followed, by the names that pages mark them with. */
  parts: Readonly<Record<string, RenderPart>>
  /** Repeats work until the returned function is called. */
  repeat?: Repeat
}

/**
 * GET /console/shops/:shopId/live: what changes in a shop, as server-sent events (decision 147). `changed`
 * has the ids of deliveries, only `?delivery=` when it is given; with `?part=home` the part itself follows as
 * an event of that name instead, rendered once for everyone. `listening` says that nothing is missed from
 * then on, `end` that the page is not to connect again.
 */
export async function liveRoutes(app: FastifyInstance, deps: LiveDeps): Promise<void> {
  const { db, changes, sessionOf, parts } = deps
  const renderer = renderOnce(deps)
  const serve = serveStreams<ShopSession>(app, {
    ...deps,
    subjectOf: ({ shopId }) => shopId,
    listOpenSessions: (followers, now) => listOpenShopSessions(db, followers, now),
    tick: renderer.tick,
  })

  app.get<{ Querystring: { delivery?: unknown; part?: unknown } }>(
    `${shopPath}/live`,
    { config: { needs: 'SELL' }, exposeHeadRoute: false },
    (request, reply) => {
      const follower = sessionOf(request)
      serve(request, reply, follower, (send) => {
        void changes.whenReading().then(() => send(listening))
        return subscribe(follower, request, send)
      })
    },
  )

  function subscribe({ shopId, role }: ShopSession, request: FastifyRequest, send: Send): () => void {
    const { delivery, part } = request.query as { delivery?: unknown; part?: unknown }
    const name = String(part)
    const render = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (!render) return changes.subscribeShop(shopId, (ids) => sendChanged(send, ids, delivery))
    const language = languageOf(request)
    const renderIt = () => render({ shopId, language, role })
    return renderer.follow({ name, shopId, variant: `${language} ${role}`, render: renderIt }, send)
  }
}

type Send = (message: LiveMessage) => void

const listening = liveEvent('listening', '{}')

/** The message about these changes is made once for all streams of the shop. */
const changedMessages = new WeakMap<ReadonlySet<string>, LiveMessage>()

function sendChanged(send: Send, ids: ReadonlySet<string>, delivery: unknown): void {
  if (typeof delivery === 'string') {
    if (ids.has(delivery)) send(changedMessage([delivery]))
    return
  }
  const message = changedMessages.get(ids) ?? changedMessage([...ids])
  changedMessages.set(ids, message)
  send(message)
}
