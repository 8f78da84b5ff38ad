import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Database } from '../../base/database/open-database.ts'
import { Latitude, Longitude, Nullable, Strict } from '../../base/kernel/json-types.ts'
import type { SessionCache } from '../../domain/accounts/session-cache.ts'
import { type PositionDeps, reportPosition } from '../../domain/couriers/report-position.ts'
import { screenVersion } from '../../domain/matching/courier-screen.ts'
import { readScreen } from '../../domain/matching/read-screen.ts'

type PhoneRoutesDeps = PositionDeps & {
  db: Database
  sessions: SessionCache
  /** Sets `request.courier` from the session; without one it sends a response itself. */
  requireSession: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    signedInCourierId: string | null
  }
}

/** The requests of a courier's phone while a page is open: its position, and whether anything is new. */
export async function courierPhoneRoutes(app: FastifyInstance, deps: PhoneRoutesDeps): Promise<void> {
  const { db, clock, sessions, requireSession } = deps
  app.decorateRequest('courier', null)
  app.decorateRequest('courierSession', null)
  app.decorateRequest('signedInCourierId', null)
  app.addHook('onRequest', async (request, reply) => {
    const known = sessions.holderOf(request.headers.cookie)
    const answered = known === undefined && (await requireSession(request, reply))
    if (answered) return answered
    request.signedInCourierId = known ?? request.courier?.id ?? null
  })

  app.post<{ Body: Static<typeof PositionBody> }>(
    '/courier/position',
    { schema: { body: PositionBody, hide: true } },
    async (request, reply) => {
      await reportPosition(deps, signedInCourierIdOf(request), request.body)
      return reply.code(204).send()
    },
  )

  // What the script asks every few seconds: a page each time would cost the courier's data.
  app.get('/courier/version', async (request, reply) => {
    const screen = await readScreen(db, signedInCourierIdOf(request), clock.now())
    if (!screen) return reply.redirect('/courier/sign-in?ended', 303)
    return reply.type('text/plain; charset=utf-8').send(screenVersion(screen))
  })
}

function signedInCourierIdOf({ signedInCourierId }: FastifyRequest): string {
  if (!signedInCourierId) throw new Error('This route is not behind a session.')
  return signedInCourierId
}

/** A courier's position, as their phone reports it. */
const PositionBody = Strict({
  lat: Latitude,
  lng: Longitude,
  accuracyMeters: Nullable(Type.Number({ minimum: 0 })),
})
