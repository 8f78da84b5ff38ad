import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../base/database/open-database.ts'
import type { Actor } from '../../../base/kernel/actor.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import type { Notice } from '../courier-page.ts'

/** What each page that couriers see of themselves works with. */
export type OwnPageDeps = {
  db: Database
  clock: Clock
  timeZone: string
  actingAs: (request: FastifyRequest) => { db: Database; clock: Clock; actor: Actor }
  /** Sends a page in the frame of whoever is signed in. */
  sendOwn: (
    request: FastifyRequest,
    reply: FastifyReply,
    content: { main: string; path: string; notice?: Notice | undefined; script?: 'courier-portrait.js' },
  ) => Promise<unknown>
}
