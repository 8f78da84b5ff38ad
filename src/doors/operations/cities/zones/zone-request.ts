import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../../base/contract/errors.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { readZones } from '../../../../domain/zones/zone-store.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { cityHref, cityPath } from '../city-request.ts'
import type { ZoneMap } from './zone-drawing-view.ts'

export type OneZone = { Params: { cityId: string; zoneId: string } }

/** Where the routes of the zones of a city begin. */
export const zonesPath = `${cityPath}/zones`

/** A zone of the city, and all of them. Throws ZONE_NOT_FOUND. */
export async function readZone(
  { db }: OperationsDeps,
  city: City,
  { params }: FastifyRequest<OneZone>,
): Promise<{ zone: Zone; zones: Zone[] }> {
  const zones = await readZones(db, city.id)
  const zone = zones.find(({ id }) => id === params.zoneId.toLowerCase())
  if (!zone)
    throw new ApiError('ZONE_NOT_FOUND', { zone: '', zones: zones.slice(0, 20).map(({ name }) => name) })
  return { zone, zones }
}

/** What the script of a map of zones is given; `shapes` is the address of what it shows, under the zones of the city. */
export function zoneMapOf(
  deps: OperationsDeps,
  request: FastifyRequest,
  city: City,
  shapes: string,
  draws?: { what: 'SHAPE' | 'VERTICES' | 'LINE'; field: string },
): ZoneMap {
  return {
    map: { ...deps.cityMapOf(city), outline: null },
    shapes: cityHref(city.id, `/zones${shapes}`),
    draws: draws ? { ...draws, library: deps.geomanLibrary, language: languageOf(request) } : null,
  }
}
