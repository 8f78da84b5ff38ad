import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Latitude, Longitude, Nullable, Strict } from '../../base/kernel/json-types.ts'
import type { SessionCache } from '../../domain/accounts/session-cache.ts'
import { type PositionDeps, reportPosition } from '../../domain/couriers/report-position.ts'
import { screenVersion } from '../../domain/matching/courier-screen.ts'
import { readScreen, type ScreenDeps } from '../../domain/matching/read-screen.ts'
import { dropPageHeaders } from '../../pages/page-defaults.ts'

type PhoneRoutesDeps = PositionDeps &
  ScreenDeps & {
    sessions: SessionCache
    /** Sets `request.courier` from the session; without one it sends a response itself. */
    requireSession: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  }

const lookPath = '/courier/look'

declare module 'fastify' {
  interface FastifyRequest {
    signedInCourierId: string | null
  }
}

/** The one request of a courier's phone every few seconds while a page is open. */
export async function courierPhoneRoutes(app: FastifyInstance, deps: PhoneRoutesDeps): Promise<void> {
  const { clock, sessions, requireSession } = deps
  app.decorateRequest('courier', null)
  app.decorateRequest('courierSession', null)
  app.decorateRequest('signedInCourierId', null)
  app.addHook('onRequest', async (request, reply) => {
    const known = sessions.holderOf(request.headers.cookie)
    const answered = known === undefined && (await requireSession(request, reply))
    if (answered) return answered
    request.signedInCourierId = known ?? request.courier?.id ?? null
  })

  // It gives the position and returns the version of the screen: a page each time would cost the courier's
  // data.
  app.post<{ Body: Static<typeof LookBody> }>(
    lookPath,
    { schema: { body: LookBody, hide: true } },
    async (request, reply) => {
      const courierId = signedInCourierIdOf(request)
      const { position } = request.body
      const [screen] = await Promise.all([
        readScreen(deps, courierId, clock.now()),
        position && reportPosition(deps, courierId, position),
      ])
      if (!screen) return reply.redirect('/courier/sign-in?ended', 303)
      dropPageHeaders(reply)
      return reply.type('text/plain').send(screenVersion(screen))
    },
  )
}

function signedInCourierIdOf({ signedInCourierId }: FastifyRequest): string {
  if (!signedInCourierId) throw new Error('This route is not behind a session.')
  return signedInCourierId
}

/** A courier's position, as their phone reports it; null where it has none, or shares none. */
const LookBody = Strict({
  position: Nullable(
    Strict({
      lat: Latitude,
      lng: Longitude,
      accuracyMeters: Nullable(Type.Number({ minimum: 0 })),
    }),
  ),
})
