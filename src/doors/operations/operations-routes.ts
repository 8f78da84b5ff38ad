import formBodies from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { mapTilesOf, streetSourceOf } from '../../derived-settings.ts'
import { asApiError } from '../../http/error-handler.ts'
import { usePageDefaults } from '../../pages/page-defaults.ts'
import { cityMap, streetsOf, tilesOrigin } from '../../pages/place-map.ts'
import { useSignedInPages } from '../../pages/signed-in-pages.ts'
import { failedPages } from '../../web/failed-pages.ts'
import { limitWork } from '../../web/limit-work.ts'
import { requirePerson } from '../../web/require-person.ts'
import { boardActs } from './board/board-acts.ts'
import { keptViewRoutes } from './board/board-kept-views.ts'
import { boardLive } from './board/board-live.ts'
import { boardPage } from './board/operations-board.ts'
import { cityPages } from './cities/city-pages.ts'
import { cityMapRoutes } from './city-map-routes.ts'
import { courierPages } from './couriers/courier-pages.ts'
import { customerRightsPage } from './customers/customer-rights.ts'
import { keptCustomerPage } from './customers/kept-customer.ts'
import { chooseCourierPage } from './delivery/choose-courier.ts'
import { deliveryPhones } from './delivery/delivery-phones.ts'
import { followDeliveryRoutes } from './delivery/follow-delivery-routes.ts'
import { handoverPhotoPageRoutes } from './delivery/handover-photo-page-routes.ts'
import { operatedDeliveryPage } from './delivery/one-operated-delivery.ts'
import { operatedTourPage } from './delivery/operated-tour.ts'
import { serviceStepsPage } from './first-steps/operator-steps.ts'
import { serveOperationsAssets } from './operations-assets.ts'
import type { OperationsDeps } from './operations-deps.ts'
import { pageSender } from './operations-frame.ts'
import { manifestRoutes } from './operations-manifest-routes.ts'
import { pricePages } from './prices/price-pages.ts'
import { problemListPage } from './problems/problem-list.ts'
import { reportPages } from './reports/report-pages.ts'
import { requireNetwork, requireOperator } from './require-operator.ts'
import { foundDeliveriesPage } from './search/found-deliveries.ts'
import { serviceRoutes } from './service/service-routes.ts'
import { shopPages } from './shops/shop-pages.ts'
import { readWaitingWork } from './waiting-work.ts'

/** The operator's pages, a plugin for each area. */
const areas = [
  cityMapRoutes,
  cityPages,
  operatedDeliveryPage,
  chooseCourierPage,
  operatedTourPage,
  followDeliveryRoutes,
  deliveryPhones,
  handoverPhotoPageRoutes,
  ...shopPages,
  boardPage,
  boardLive,
  boardActs,
  keptViewRoutes,
  serviceStepsPage,
  problemListPage,
  foundDeliveriesPage,
  customerRightsPage,
  keptCustomerPage,
  ...courierPages,
  pricePages,
  reportPages,
  serviceRoutes,
]

/** The largest form without a file. */
const formBytes = 512 * 1024

/**
 * `/operations`, the pages of those who run the service: one address to look at, one for each act, and every
 * act ends in a redirect, so that all of it works without JavaScript. People sign in where everybody does, at
 * the console. Not part of the partner API. A Fastify plugin, to be registered so that its hooks stay its
 * own.
 */
export async function operationsRoutes(
  app: FastifyInstance,
  services: Omit<OperationsDeps, 'sendPage' | 'cityMapOf' | 'geomanLibrary'>,
): Promise<void> {
  const { config, isSecure } = services
  const assets = await serveOperationsAssets(app)
  const sendPage = pageSender(assets, services)
  const streets = streetSourceOf(config, services.mapArchive)
  const tiles = mapTilesOf(config, streets)
  const cityMapOf: OperationsDeps['cityMapOf'] = (city) =>
    cityMap(city, {
      library: assets['leaflet.js'],
      tiles,
      outline: `/operations/map/${city?.id}`,
      streetsOf: (cityId) =>
        streetsOf(assets, {
          ground: services.maps.groundOf(cityId),
          search: `/operations/landmarks/${city?.id}?q=`,
          streets,
        }),
    })
  const deps: OperationsDeps = { ...services, sendPage, cityMapOf, geomanLibrary: assets['geoman.js'] }
  const { sendFailed, sendForeignForm, sendNotFound } = failedPages(sendPage, () => '/operations')
  usePageDefaults(app, { imageOrigin: tilesOrigin(tiles) })
  await app.register(formBodies, { bodyLimit: formBytes })
  app.setErrorHandler((error, request, reply) => sendFailed(asApiError(error, request), request, reply))
  deps.limitResponseTime(app, sendFailed)
  app.decorateRequest('person', null)
  app.decorateRequest('operator', null)
  app.decorateRequest('waitingWork', null)
  app.addHook('onRequest', requireNetwork(config.TRUST_OPERATOR_NETWORKS))
  useSignedInPages(app, { path: '/operations', isSecure, sendForeignForm })
  limitWork(app, deps)

  await app.register(manifestRoutes, { assets, rules: deps.rules })
  await app.register(async (pages) => {
    pages.addHook('onRoute', ({ url, config: stated }) => {
      if (!stated?.operates) throw new Error(`${url} does not state the right that it needs.`)
    })
    pages.addHook('onRequest', requirePerson(deps))
    pages.addHook(
      'onRequest',
      requireOperator({ mustHaveSecondFactor: config.OPERATOR_SECOND_FACTOR ?? false }),
    )
    pages.addHook('onRequest', readWaitingWork(deps))
    for (const area of areas) await pages.register(area, deps)
    pages.all('/operations/*', { config: { operates: 'DISPATCH' } }, sendNotFound)
  })
}
