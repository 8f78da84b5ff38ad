import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../../contract/errors.ts'
import { proposeZones } from '../../../../domain/zones/changing/propose-zones.ts'
import type { ZoneChange } from '../../../../domain/zones/changing/zone-plan.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { readZones } from '../../../../domain/zones/zone-store.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from '../city-request.ts'

export type OneZone = { Params: { cityId: string; zoneId: string } }

/** A form about zones as it was filled in, what is wrong with it, and why it was refused. */
export type Filled = {
  status?: number
  typed?: Readonly<Record<string, string>>
  faults?: Readonly<Record<string, string | undefined>>
  notice?: WorkspaceNotice
}

/** Where the routes of the zones of a city begin. */
export const zonesPath = `${cityPath}/zones`

/** The address of a page of the zones of a city. */
export const zonesHref = ({ id }: City, path = ''): string => cityHref(id, `/zones${path}`)

/** A zone, its city and all zones of it. Throws CITY_NOT_FOUND, ZONE_NOT_FOUND. */
export async function readZone(
  deps: OperationsDeps,
  request: FastifyRequest<OneZone>,
): Promise<{ city: City; zone: Zone; zones: Zone[] }> {
  const city = await readCity(deps, request as FastifyRequest<OneCity>)
  const zones = await readZones(deps.db, city.id)
  const zone = zones.find(({ id }) => id === request.params.zoneId.toLowerCase())
  if (!zone)
    throw new ApiError('ZONE_NOT_FOUND', { zone: '', zones: zones.slice(0, 20).map(({ name }) => name) })
  return { city, zone, zones }
}

/** Keeps a change until it is confirmed, and leads to where it is shown; a refusal shows the form again. */
export const proposeChange = (
  deps: OperationsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { city, ...proposed }: { city: City; change: ZoneChange; notes?: readonly string[] },
  showAgain: (refused: Filled) => unknown,
): Promise<unknown> =>
  attempt(
    request,
    async () => {
      const id = await outsideDeadline(request, () =>
        proposeZones(acting(deps, request), { cityId: city.id, ...proposed }),
      )
      return redirectAfter(reply, zonesHref(city, `/proposals/${id}`))
    },
    ({ status, notice }) => showAgain({ status, notice }),
  )
