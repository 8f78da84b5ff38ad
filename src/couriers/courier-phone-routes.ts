import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { Latitude, Longitude, Nullable, Strict } from '../kernel/json-types.ts'
import { type PositionParts, reportPosition } from './report-position.ts'

/**
 * The couriers behind `Cookie` headers that were good a moment ago. Positions come every few seconds from
 * everybody on duty: to look each session up again would cost many times the report itself. Of whoever is off
 * duty and carries nothing no position is kept, so to believe one for a minute too long does no harm.
 */
export type ReportingCouriers = LRUCache<string, string>

const believedMs = 60_000

export const rememberReportingCouriers = (): ReportingCouriers =>
  new LRUCache({ max: 20_000, ttl: believedMs })

export type PositionRoutesParts = PositionParts & {
  reporting: ReportingCouriers
  /** Lets in whoever has a session, as `request.courier`; answers everybody else. */
  letIn: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    reportingId: string | null
  }
}

/** `POST /courier/position`: a courier's phone says where it is. */
export async function courierPositionRoutes(app: FastifyInstance, parts: PositionRoutesParts): Promise<void> {
  const { reporting, letIn } = parts
  app.decorateRequest('courier', null)
  app.decorateRequest('reportingId', null)
  app.addHook('onRequest', async (request, reply) => {
    const { cookie = '' } = request.headers
    const believed = reporting.get(cookie)
    const answered = believed === undefined && (await letIn(request, reply))
    if (answered) return answered
    request.reportingId = believed ?? request.courier?.id ?? null
    if (request.reportingId) reporting.set(cookie, request.reportingId, { noUpdateTTL: true })
  })

  app.post<{ Body: Static<typeof PositionBody> }>(
    '/courier/position',
    { schema: { body: PositionBody, hide: true } },
    async (request, reply) => {
      if (!request.reportingId) throw new Error('This route is not behind a session.')
      await reportPosition(parts, request.reportingId, request.body)
      return reply.code(204).send()
    },
  )
}

/** Where a courier is, as their phone says it. */
const PositionBody = Strict({
  lat: Latitude,
  lng: Longitude,
  accuracyMeters: Nullable(Type.Number({ minimum: 0 })),
})
