import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { findCitiesById } from '../../../domain/zones/zone-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { doneNotice } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'

export type OneCity = { Params: { cityId: string } }

/** Where the cities are listed. */
export const citiesHref = '/operations/cities'

/** The address of a page of a city. */
export const cityHref = (cityId: string, path = ''): string => `${citiesHref}/${cityId}${path}`

/** Where the routes of a city begin. */
export const cityPath = `${citiesHref}/:cityId`

/** The city that a request is about, as the database has it now. Throws CITY_NOT_FOUND. */
export async function readCity(
  { db }: Pick<OperationsDeps, 'db'>,
  { params }: FastifyRequest<OneCity>,
): Promise<City> {
  const [city] = isUuid(params.cityId) ? await findCitiesById(db, [params.cityId]) : []
  if (!city) throw new ApiError('CITY_NOT_FOUND', { city: params.cityId.slice(0, 60) })
  return city
}

/** What verbs work with when somebody at these pages calls them. */
export const acting = (deps: OperationsDeps, request: FastifyRequest) => ({
  ...deps,
  actor: actorOf(request),
})

/** What was done to a city, as its page and the list say it. */
export function cityNotice(request: FastifyRequest): WorkspaceNotice | undefined {
  const t = speak(languageOf(request))
  return doneNotice(request, {
    added: t('The city is added. Give it zones and a tariff.'),
    saved: t('The radius is saved.'),
  })
}
