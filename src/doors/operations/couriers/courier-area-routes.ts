import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { dayAfter, localDayText } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { chosenOf, fieldsOf } from '../../../base/pages/form-fields.ts'
import { publicUrlOf } from '../../../derived-settings.ts'
import { addCourier } from '../../../domain/couriers/add-courier.ts'
import { countWaiting } from '../../../domain/couriers/applications/application-store.ts'
import { changeCourier } from '../../../domain/couriers/change-courier.ts'
import { documentBounds } from '../../../domain/couriers/documents/document-rules.ts'
import { listExpiringDocuments } from '../../../domain/couriers/documents/document-store.ts'
import { retireCourier } from '../../../domain/couriers/retire-courier.ts'
import { setDuty } from '../../../domain/couriers/set-duty.ts'
import {
  countCouriers,
  courierStandings,
  findCourierLines,
} from '../../../domain/couriers/standing/courier-list-store.ts'
import { reinstateCourier } from '../../../domain/couriers/standing/reinstate-courier.ts'
import { suspendCourier } from '../../../domain/couriers/standing/suspend-courier.ts'
import { listTrips } from '../../../domain/deliveries/trips/list-trips.ts'
import { tripCursorIn } from '../../../domain/deliveries/trips/trip-cursor.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak, speakEach } from '../operations-words.ts'
import { applicationRoutes } from './applications/application-routes.ts'
import { courierDocumentRoutes } from './courier-document-routes.ts'
import { courierFault, type TypedCourier, typedCourier } from './courier-form.ts'
import { courierListPage } from './courier-list-page.ts'
import {
  cityOptions,
  courierOf,
  couriersDone,
  couriersPath,
  mayManage,
  queryLine,
} from './courier-request.ts'
import { courierTripsPage } from './courier-trips-page.ts'
import { newCourierPage } from './new-courier-page.ts'
import { type CourierScreen, oneCourierPage } from './one-courier-page.ts'
import { payRuleRoutes } from './pay/pay-rule-routes.ts'
import { readCourierFacts } from './read-courier-facts.ts'
import { statementRoutes } from './statements/statement-routes.ts'

/** How many couriers, and how many trips, one page shows. */
const pageSize = 50
const reads = { config: { operates: 'DISPATCH' } } as const
const manages = { config: { operates: 'MANAGE' }, bodyLimit: 32_768 } as const

/** `/operations/couriers`: the list, one courier, and what one can do about them. */
export async function courierAreaRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, config } = deps
  await app.register(applicationRoutes, deps)
  await app.register(courierDocumentRoutes, deps)
  await app.register(payRuleRoutes, deps)
  await app.register(statementRoutes, deps)

  app.get(couriersPath, reads, async (request, reply) => {
    const language = languageOf(request)
    const before = queryLine(request, 'before')
    const city = queryLine(request, 'city')
    const query = {
      city: city && isUuid(city) ? city : undefined,
      standing: chosenOf('standing', queryLine(request, 'standing'), courierStandings),
      q: queryLine(request, 'q'),
      before: before && isUuid(before) ? before : undefined,
    }
    const today = localDayText(clock.now(), timeZone)
    const expiresBefore = dayAfter(today, documentBounds.warnedDays)
    const filter = { cityId: query.city, standing: query.standing, text: query.q, expiresBefore }
    const [lines, counts, waiting, expiring] = await Promise.all([
      findCourierLines(db, filter, { beforeId: query.before, limit: pageSize + 1 }),
      countCouriers(db, expiresBefore),
      countWaiting(db),
      query.standing === 'DOCUMENTS' ? listExpiringDocuments(db, expiresBefore, pageSize) : [],
    ])
    const page = courierListPage({
      language,
      mayManage: mayManage(request),
      query,
      cities: cityOptions(deps),
      lines: lines.slice(0, pageSize),
      hasMore: lines.length > pageSize,
      counts,
      waiting,
      expiring,
      today,
      applyAddress: `${publicUrlOf(config)}/courier/apply`,
    })
    return deps.sendPage(request, reply, 200, page)
  })

  app.get(`${couriersPath}/new`, manages, (request, reply) => sendNew(request, reply, 200, {}))

  app.post(`${couriersPath}/new`, manages, async (request, reply) => {
    const typed = typedCourier(fieldsOf(request.body), cityOptions(deps))
    const fault = courierFault(typed, languageOf(request))
    if (fault || !typed.vehicleType) return sendNew(request, reply, 422, { typed, fault })
    try {
      const { id } = await addCourier(acting(request), { ...typed, vehicleType: typed.vehicleType })
      return redirectAfter(reply, `${couriersPath}/${id}`, 'added')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendNew(request, reply, status, { typed, fault: notice.text })
    }
  })

  app.get(`${couriersPath}/:courierId`, reads, (request, reply) => sendCourier(request, reply, 200, {}))

  app.get<{ Querystring: { before?: unknown } }>(
    `${couriersPath}/:courierId/trips`,
    reads,
    async (request, reply) => {
      const courier = await courierOf(deps, request)
      const before = tripCursorIn(request.query.before)
      const found = await listTrips(db, { courierId: courier.id, before, limit: pageSize })
      const times = { language: languageOf(request), now: clock.now(), timeZone }
      return deps.sendPage(request, reply, 200, courierTripsPage(courier, found, times))
    },
  )

  app.post(`${couriersPath}/:courierId/change`, manages, async (request, reply) => {
    const typed = typedCourier(fieldsOf(request.body), cityOptions(deps))
    const fault = courierFault(typed, languageOf(request))
    if (fault) return sendCourier(request, reply, 422, { notice: { kind: 'refused', text: fault }, typed })
    const { firstName, lastName, vehicleType, plateNumber, cityIds } = typed
    const change = { firstName, lastName, plateNumber, cityIds, ...(vehicleType && { vehicleType }) }
    return attempt(request, reply, 'changed', (courierId) =>
      changeCourier(acting(request), courierId, change),
    )
  })

  app.post(`${couriersPath}/:courierId/suspend`, manages, (request, reply) =>
    attempt(request, reply, 'suspended', (courierId) =>
      suspendCourier(acting(request), courierId, fieldsOf(request.body).reason ?? ''),
    ),
  )

  app.post(`${couriersPath}/:courierId/lift`, manages, (request, reply) =>
    attempt(request, reply, 'lifted', (courierId) => reinstateCourier(acting(request), courierId)),
  )

  app.post(`${couriersPath}/:courierId/off-duty`, manages, (request, reply) =>
    attempt(request, reply, 'off', (courierId) => setDuty(acting(request), courierId, false)),
  )

  app.post(`${couriersPath}/:courierId/retire`, manages, async (request, reply) => {
    if (fieldsOf(request.body).sure !== 'on') {
      const text = speak(languageOf(request))('Tick the box to confirm.')
      return sendCourier(request, reply, 422, { notice: { kind: 'refused', text } })
    }
    return attempt(request, reply, 'retired', (courierId) => retireCourier(acting(request), courierId))
  })

  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  /** Calls the verb and redirects; a refusal shows the page again. */
  async function attempt(
    request: FastifyRequest,
    reply: FastifyReply,
    done: string,
    act: (courierId: string) => Promise<unknown>,
  ) {
    const { id } = await courierOf(deps, request)
    try {
      await act(id)
      return redirectAfter(reply, `${couriersPath}/${id}`, done)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendCourier(request, reply, status, { notice })
    }
  }

  async function sendCourier(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { notice, typed }: Partial<Pick<CourierScreen, 'notice' | 'typed'>>,
  ) {
    const language = languageOf(request)
    const facts = await readCourierFacts(deps, await courierOf(deps, request))
    const page = oneCourierPage({
      language,
      now: clock.now(),
      timeZone,
      mayManage: mayManage(request),
      facts,
      cities: cityOptions(deps),
      notice: notice ?? doneNotice(request, speakEach(language, couriersDone)),
      isFormPage: request.method === 'POST',
      typed,
    })
    return deps.sendPage(request, reply, status, page)
  }

  function sendNew(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    filled: { typed?: TypedCourier; fault?: string | undefined },
  ) {
    const page = newCourierPage({ language: languageOf(request), cities: cityOptions(deps), ...filled })
    return deps.sendPage(request, reply, status, { ...page, isFormPage: request.method === 'POST' })
  }
}
