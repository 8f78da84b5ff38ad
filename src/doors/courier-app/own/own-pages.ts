import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { screenVersion } from '../../../domain/matching/courier-screen.ts'
import { readScreen } from '../../../domain/matching/read-screen.ts'
import { sendHtml } from '../../../pages/signed-in-pages.ts'
import { courierPage } from '../courier-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { courierOf } from '../signed-in-courier.ts'
import type { OwnPageDeps } from './own-page-deps.ts'
import { ownPortrait } from './own-portrait.ts'
import { ownTrips } from './own-trips.ts'
import { ownWeek } from './own-week.ts'

type OwnDeps = {
  db: Database
  clock: Clock
  timeZone: string
  frameOf: (request: FastifyRequest) => PageFrame
}

/**
 * What couriers see of themselves: what they earned, were paid and are owed, their past trips, and their
 * picture. Behind a session.
 */
export async function ownPages(app: FastifyInstance, { frameOf, ...deps }: OwnDeps): Promise<void> {
  const { db, clock } = deps
  const ownDeps: OwnPageDeps = {
    ...deps,
    sendOwn,
    actingAs: (request) => ({ db, clock, actor: { kind: 'COURIER', id: courierOf(request).id } }),
  }
  ownTrips(app, ownDeps)
  ownWeek(app, ownDeps)
  await ownPortrait(app, ownDeps)

  /** These pages go back to the first one as soon as there is something new on it. */
  async function sendOwn(
    request: FastifyRequest,
    reply: FastifyReply,
    content: Parameters<OwnPageDeps['sendOwn']>[2],
  ) {
    const { id } = courierOf(request)
    const screen = await readScreen(db, id, clock.now())
    if (!screen) throw new ApiError('COURIER_NOT_FOUND')
    const { isOnDuty, carried } = screen
    const courier = { id, isOnDuty, sharesPosition: isOnDuty || carried !== null }
    const page = { ...content, courier, version: screenVersion(screen), refreshSeconds: 20 }
    return sendHtml(reply, 200, courierPage(frameOf(request), page))
  }
}
