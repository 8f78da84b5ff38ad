import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { isDay, localDay, localDayText } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { portraitVersion } from '../../../domain/couriers/portrait/courier-portrait.ts'
import { findPortrait, findPortraitHash } from '../../../domain/couriers/portrait/courier-portrait-store.ts'
import {
  removeCourierPortrait,
  setCourierPortrait,
} from '../../../domain/couriers/portrait/set-courier-portrait.ts'
import { weekOf } from '../../../domain/couriers/statements/courier-statement.ts'
import { listTrips } from '../../../domain/deliveries/trips/list-trips.ts'
import { readEarnings } from '../../../domain/deliveries/trips/read-earnings.ts'
import { tripCursorIn, tripCursorText } from '../../../domain/deliveries/trips/trip-cursor.ts'
import { screenVersion } from '../../../domain/matching/courier-screen.ts'
import { readScreen } from '../../../domain/matching/read-screen.ts'
import { readOwedToCourier } from '../../../domain/money/statements/courier/courier-money-store.ts'
import { readCourierWeek } from '../../../domain/money/statements/courier/read-courier-week.ts'
import { findHeldCourierPayout } from '../../../domain/money/transfers/find-held-courier-payout.ts'
import { retryTransfer } from '../../../domain/money/transfers/retry-transfer.ts'
import { spokenLanguageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { sendHtml } from '../../../pages/signed-in-pages.ts'
import { courierPage, type Notice } from '../courier-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { speak } from '../courier-words.ts'
import { courierOf } from '../signed-in-courier.ts'
import { portraitMain, portraitPath } from './portrait-page.ts'
import { tripsMain } from './trips-page.ts'
import { weekMain, weekPath } from './week-page.ts'

type OwnDeps = {
  db: Database
  clock: Clock
  timeZone: string
  frameOf: (request: FastifyRequest) => PageFrame
}

/** How many past trips a page shows. */
const tripsPerPage = 20
const tripsPath = '/courier/trips'

/**
 * What couriers see of themselves: what they earned, were paid and are owed, their past trips, and their
 * picture. Behind a session.
 */
export async function courierOwnRoutes(app: FastifyInstance, deps: OwnDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const actingAs = (request: FastifyRequest) => ({
    db,
    clock,
    actor: { kind: 'COURIER' as const, id: courierOf(request).id },
  })

  app.get<{ Querystring: { before?: unknown; retried?: unknown } }>(tripsPath, async (request, reply) => {
    const { id: courierId } = courierOf(request)
    const before = tripCursorIn(request.query.before)
    const now = clock.now()
    const { from, until } = weekOf(localDayText(now, timeZone), timeZone)
    const [today, week, owed, held, { trips, next }] = await Promise.all([
      readEarnings(db, { courierId, ...dayOf(now, timeZone) }),
      readEarnings(db, { courierId, from, to: until }),
      readOwedToCourier(db, courierId),
      findHeldCourierPayout(db, courierOf(request), now),
      listTrips(db, { courierId, before, limit: tripsPerPage }),
    ])
    const olderPath = next && `${tripsPath}?before=${tripCursorText(next)}`
    const language = spokenLanguageOf(request)
    const sums = { today, week, owed, held }
    const shown = { ...sums, trips, timeZone, now, isFirst: before === undefined, olderPath }
    const notice =
      request.query.retried === undefined
        ? undefined
        : { kind: 'done' as const, text: speak(language)('We are trying again: look here in a few minutes.') }
    return sendOwn(request, reply, { main: tripsMain(language, shown), path: tripsPath, notice })
  })

  app.get<{ Querystring: { week?: unknown } }>(weekPath, async (request, reply) => {
    const courier = courierOf(request)
    const now = clock.now()
    const today = localDayText(now, timeZone)
    const { week: asked } = request.query
    const day = typeof asked === 'string' && isDay(asked) && asked <= today ? asked : today
    const week = await readCourierWeek(db, { courierId: courier.id, day, timeZone })
    const held = await findHeldCourierPayout(db, courier, now)
    const main = weekMain({ ...week, held }, { language: spokenLanguageOf(request), timeZone, now })
    return sendOwn(request, reply, { main, path: weekPath })
  })

  app.post('/courier/payout/retry', async (request, reply) => {
    const { transfer = '' } = fieldsOf(request.body)
    const { id: courierId } = courierOf(request)
    try {
      if (!isUuid(transfer)) throw new ApiError('TRANSFER_NOT_HELD')
      await retryTransfer(actingAs(request), { id: transfer, shopId: null, courierId })
      return reply.redirect(`${tripsPath}?retried`, 303)
    } catch (error) {
      // The page shows how things are by now.
      if (error instanceof ApiError && error.code === 'TRANSFER_NOT_HELD')
        return reply.redirect(tripsPath, 303)
      throw error
    }
  })

  app.get(portraitPath, async (request, reply) => {
    const hash = await findPortraitHash(db, courierOf(request).id)
    const main = portraitMain(spokenLanguageOf(request), hash === undefined ? null : portraitVersion(hash))
    return sendOwn(request, reply, { main, path: portraitPath, script: 'courier-portrait.js' })
  })

  app.get(`${portraitPath}/image`, async (request, reply) => {
    const portrait = await findPortrait(db, courierOf(request).id)
    if (!portrait) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${portraitPath}/image` })
    return reply.type(portrait.content_type).send(Buffer.from(portrait.bytes))
  })

  await app.register(async (upload) => {
    upload.addContentTypeParser(
      ['image/jpeg', 'image/png', 'image/webp'],
      { parseAs: 'buffer', bodyLimit: limits.portraitBytes },
      (_request, body, done) => done(null, body),
    )
    upload.post(portraitPath, async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError('PORTRAIT_REFUSED', { reason: 'CONTENT' })
      await setCourierPortrait(actingAs(request), courierOf(request).id, request.body)
      return reply.code(204).send()
    })
  })

  app.post(`${portraitPath}/remove`, async (request, reply) => {
    await removeCourierPortrait(actingAs(request), courierOf(request).id)
    return reply.redirect(portraitPath, 303)
  })

  /** These pages go back to the first one as soon as there is something new on it. */
  async function sendOwn(
    request: FastifyRequest,
    reply: FastifyReply,
    content: { main: string; path: string; notice?: Notice | undefined; script?: 'courier-portrait.js' },
  ) {
    const { id } = courierOf(request)
    const screen = await readScreen(db, id, clock.now())
    if (!screen) throw new ApiError('COURIER_NOT_FOUND')
    const { isOnDuty, carried } = screen
    const courier = { id, isOnDuty, sharesPosition: isOnDuty || carried !== null }
    const page = { ...content, courier, version: screenVersion(screen), refreshSeconds: 20 }
    return sendHtml(reply, 200, courierPage(deps.frameOf(request), page))
  }
}

function dayOf(now: Date, timeZone: string) {
  const { from, until } = localDay(now, timeZone)
  return { from, to: until }
}
