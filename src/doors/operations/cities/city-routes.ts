import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { addCity } from '../../../domain/zones/add-city.ts'
import { changeCity } from '../../../domain/zones/change-city.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { readMap } from '../../../domain/zones/zone-store.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { type OperationsText, speak, speakEach } from '../operations-words.ts'
import { type CityFaults, readNewCity, readRadiusMeters } from './city-form.ts'
import { cityHubPage, type HubScreen } from './city-hub-page.ts'
import { citiesFaults, cityListPage, newCityPage } from './city-list-page.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from './city-request.ts'

type Filled = { typed: Record<string, string>; faults?: CityFaults; notice?: WorkspaceNotice }

const doneNotices: Record<string, OperationsText> = {
  added: 'The city is added. Give it zones and a tariff.',
  saved: 'The radius is saved.',
}

/** The countries that are served, before any city is. */
const someWhere = { center: { lat: 8, lng: 2 }, serviceRadiusMeters: 700_000 }

/** Cities: their list, a new one, and the page of each. */
export async function cityRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 8_192 }

  app.get('/operations/cities', { config }, async (request, reply) => {
    const language = languageOf(request)
    const { cities, zones } = await readMap(deps.db)
    const now = deps.clock.now()
    const counts = Map.groupBy(zones, ({ cityId }) => cityId)
    const listed = cities.map((city) => ({
      city,
      zoneCount: counts.get(city.id)?.length ?? 0,
      hasTariff: deps.pricing.priceList.current().tariffOf(city.id, now) !== undefined,
    }))
    const notice = doneNotice(request, speakEach(language, doneNotices))
    return deps.sendPage(request, reply, 200, cityListPage(language, listed, notice))
  })

  app.get('/operations/cities/new', { config }, async (request, reply) =>
    sendNew(request, reply, 200, { typed: {} }),
  )

  app.post('/operations/cities/new', options, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const read = readNewCity(typed)
    if ('faults' in read) return sendNew(request, reply, 422, { typed, faults: read.faults })
    try {
      const id = await addCity(acting(deps, request), read.city)
      return redirectAfter(reply, cityHref(id), 'added')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendNew(request, reply, status, { typed, notice })
    }
  })

  app.get<OneCity>(cityPath, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const notice = doneNotice(request, speakEach(languageOf(request), doneNotices))
    return sendHub(request, reply, 200, city, { notice })
  })

  app.post<OneCity>(cityPath, options, async (request, reply) => {
    const city = await readCity(deps, request)
    const typedRadius = fieldsOf(request.body).radius ?? ''
    const serviceRadiusMeters = readRadiusMeters(typedRadius)
    if (serviceRadiusMeters === undefined) {
      const fault = speak(languageOf(request))(citiesFaults.RADIUS)
      return sendHub(request, reply, 422, city, { typedRadius, fault })
    }
    try {
      await changeCity(acting(deps, request), city.id, { serviceRadiusMeters })
      return redirectAfter(reply, cityHref(city.id), 'saved')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendHub(request, reply, status, city, { typedRadius, notice })
    }
  })

  function sendNew(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { typed, faults = {}, notice }: Filled,
  ) {
    const [near] = deps.pricing.map.current().cities
    const page = newCityPage({
      language: languageOf(request),
      typed,
      faults,
      map: near ? deps.cityMapOf(near) : wideMap(),
      notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }

  function wideMap() {
    const { lat, lng } = someWhere.center
    const { serviceRadiusMeters: radiusMeters } = someWhere
    return {
      ...deps.cityMapOf(undefined),
      city: { center: [lat, lng] as [number, number], radiusMeters },
    }
  }

  function sendHub(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    city: City,
    filled: Partial<Pick<HubScreen, 'typedRadius' | 'fault' | 'notice'>>,
  ) {
    const language = languageOf(request)
    const page = cityHubPage({
      language,
      city,
      map: deps.cityMapOf(city),
      typedRadius: filled.typedRadius ?? String(city.serviceRadiusMeters / 1000),
      fault: filled.fault,
      notice: filled.notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }
}
