import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { hasServiceRight } from '../../../domain/accounts/account-right.ts'
import { listCouriersNamed } from '../../../domain/couriers/courier-store.ts'
import { exportDeliveries } from '../../../domain/deliveries/finding/export-deliveries.ts'
import { searchAllDeliveries } from '../../../domain/deliveries/finding/search-all-deliveries.ts'
import { countOpenProblems } from '../../../domain/feedback/problem-report-store.ts'
import { listShopsNamed } from '../../../domain/shops/shop-store.ts'
import {
  deliveryExport,
  type ExportFormat,
  exportContentTypes,
} from '../../../web/exports/delivery-export.ts'
import { chargedRows, workCost } from '../../../web/limit-work.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf, operatorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { allShopsColumns } from './all-shops-columns.ts'
import { foundPage } from './found-page.ts'
import { allFilterOf, type FoundQuery, type NamedInQuery, readFoundQuery } from './found-query.ts'

const pageSize = 50
/** Nobody needs to know how many more problems wait. */
const maxCounted = 999
/** Of how many shops or couriers a typed name may be. */
const maxNamed = 20
/** A query that is slower than this is asked only so often. */
const searchCost = 5

/** `/operations/deliveries`: the search over all shops, and the files that what is found is taken away in. */
export async function foundRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing, sendPage } = deps
  const operates = 'DISPATCH' as const

  app.get('/operations/deliveries', { config: { operates, cost: searchCost } }, async (request, reply) => {
    const { query, named, search } = await readQuery(request)
    const language = languageOf(request)
    const { olderThan, ...wanted } = { ...search, olderThan: query.before }
    const found =
      wanted.filter === undefined
        ? { rows: [], hasMore: false }
        : await searchAllDeliveries(db, { ...wanted, filter: wanted.filter, olderThan }, pageSize)
    const screen = {
      language,
      now: clock.now(),
      cities: pricing.map.current().cities,
      query,
      faults: faultsOf(request, named),
      openProblems: await countOpenProblems(db, maxCounted),
      mayManage: hasServiceRight(operatorOf(request).role, 'MANAGE'),
      ...found,
    }
    return sendPage(request, reply, query.wrong.length > 0 ? 422 : 200, foundPage(screen))
  })

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/operations/deliveries/export.${format}`,
      { config: { operates, cost: workCost.file } },
      async (request, reply) => sendExport(request, reply, format),
    )

  async function sendExport(request: FastifyRequest, reply: FastifyReply, format: ExportFormat) {
    const { search } = await readQuery(request)
    const nobody = { ...search.filter, fromId: lastId, untilId: lastId }
    const deliveries = await exportDeliveries(
      { ...deps, actor: actorOf(request) },
      { ...search, filter: search.filter ?? nobody },
      format,
    )
    const context = { language: languageOf(request), map: pricing.map.current(), timeZone: deps.timeZone }
    const day = localDayText(clock.now(), deps.timeZone)
    return reply
      .type(exportContentTypes[format])
      .header('content-disposition', `attachment; filename="colis-operations-${day}.${format}"`)
      .send(deliveryExport(format, chargedRows(request, deliveries), context, allShopsColumns))
  }

  async function readQuery(request: FastifyRequest) {
    const query = readFoundQuery(request.query)
    const named = await namedIn(query)
    const { cities } = pricing.map.current()
    const country = cities.find(({ id }) => id === query.city)?.country ?? cities[0]?.country ?? ''
    const search = {
      typed: query.typed,
      country,
      filter: allFilterOf(query, named, deps.timeZone),
      allCityIds: cities.map(({ id }) => id),
      now: clock.now(),
    }
    return { query, named, search }
  }

  async function namedIn({ shop, courier }: FoundQuery): Promise<NamedInQuery> {
    const idsOf = async (text: string, list: typeof listShopsNamed) => {
      if (text === '') return undefined
      return isUuid(text) ? [text] : (await list(db, text, maxNamed + 1)).map(({ id }) => id)
    }
    return {
      shopIds: await idsOf(shop, listShopsNamed),
      courierIds: await idsOf(courier, listCouriersNamed),
    }
  }

  function faultsOf(request: FastifyRequest, { shopIds, courierIds }: NamedInQuery) {
    const t = speak(languageOf(request))
    const fault = (ids: readonly string[] | undefined, nobody: string) => {
      if (ids?.length === 0) return nobody
      return ids && ids.length > maxNamed
        ? t('More than {max} have this name: type more of it.', { max: maxNamed })
        : undefined
    }
    return {
      shop: fault(shopIds, t('No shop has this name.')),
      courier: fault(courierIds, t('Nobody has this name.')),
    }
  }
}

/** No delivery is before it and from it on. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
