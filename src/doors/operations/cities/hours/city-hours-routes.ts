import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import { setCityHours } from '../../../../domain/zones/opening/set-city-hours.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speakEach } from '../../operations-words.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from '../city-request.ts'
import { readCityHours, typedCityHours } from './city-hours-form.ts'
import { type CityHoursScreen, cityHoursPage } from './city-hours-page.ts'

/** The opening hours and closed days of a city. */
export async function cityHoursRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${cityPath}/hours`

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const notice = doneNotice(request, speakEach(languageOf(request), { saved: 'The hours are saved.' }))
    return send(request, reply, 200, city, { typed: typedCityHours(city.opening), notice })
  })

  app.post<OneCity>(path, { config, bodyLimit: 64 * 1024 }, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed = fieldsOf(request.body)
    const read = readCityHours(typed)
    if ('faults' in read) return send(request, reply, 422, city, { typed, faults: read.faults })
    try {
      await setCityHours(acting(deps, request), city.id, read.opening)
      return redirectAfter(reply, cityHref(city.id, '/hours'), 'saved')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, city, { typed, notice })
    }
  })

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    city: City,
    { typed, faults, notice }: Pick<CityHoursScreen, 'typed'> & Partial<CityHoursScreen>,
  ) {
    const page = cityHoursPage({
      language: languageOf(request),
      city,
      now: deps.clock.now(),
      typed,
      faults: faults ?? { hours: {}, special: {} },
      notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }
}
