import type { FastifyInstance } from 'fastify'
import type { CachedValue } from '../../base/database/cached-value.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { operation } from '../../http/operation.ts'
import { ZoneMapView as ZoneMapSchema, type ZoneMapView, zoneMapView } from './zone-map-view.ts'

/** GET /zones (spec 4.2). Outlines are simplified once for each version of the map. */
export async function zoneRoutes(
  app: FastifyInstance,
  { map }: { map: CachedValue<ServiceMap> },
): Promise<void> {
  const views = new WeakMap<ServiceMap, ZoneMapView>()
  app.get(
    '/zones',
    operation({
      operationId: 'getZones',
      summary: 'The served zones',
      description: 'A point of a served city that lies in no zone is served too, priced by distance.',
      tag: 'Zones',
      scopes: ['quotes:read'],
      success: { 200: ZoneMapSchema },
    }),
    async () => {
      const current = map.current()
      const view = views.get(current) ?? zoneMapView(current)
      views.set(current, view)
      return view
    },
  )
}
