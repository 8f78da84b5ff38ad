import type { FastifyInstance } from 'fastify'
import { limitVisits } from '../../http/rate-limit.ts'
import type { DoorServices } from '../../services.ts'
import { drawingRoutes } from './drawing-routes.ts'
import { tileRoutes } from './tile-routes.ts'

/**
 * What the maps of all pages load of a city: its drawing, and streets from an archive. Anybody may have both:
 * they are public data and say nothing of a parcel.
 */
export async function cityMapDoor(app: FastifyInstance, services: DoorServices): Promise<void> {
  await app.register(async (routes) => {
    limitVisits(routes, services.rateLimits)
    services.limitResponseTime(routes)
    await routes.register(drawingRoutes, services)
    if (services.mapArchive) await routes.register(tileRoutes, { archive: services.mapArchive })
  })
}
