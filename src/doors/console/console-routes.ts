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
import { identityProofPage } from './account/identity-proof.ts'
import { ownAccountPage } from './account/own-account.ts'
import { secondFactorPage } from './account/second-factor.ts'
import { serveConsoleAssets } from './console-assets.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { pageSender } from './console-frame.ts'
import { memberOf, sessionOf, shopHref } from './console-request.ts'
import { oneDeliveryPage } from './deliveries/one-delivery.ts'
import { proofPhotoPageRoutes } from './deliveries/proof-photo-page-routes.ts'
import { shopDeliveriesPage } from './deliveries/shop-deliveries.ts'
import { developerPages } from './developers/developers-overview.ts'
import { ownShopsPage } from './home/own-shops.ts'
import { sellerStepsPage } from './home/seller-steps.ts'
import { homePartOf, shopHomePage } from './home/shop-home.ts'
import { liveRoutes } from './live/live-routes.ts'
import { mapRoutes } from './map-routes.ts'
import { newDeliveryPage } from './ordering/form/new-delivery.ts'
import { labelRoutes } from './ordering/labels/label-routes.ts'
import { manyDeliveriesPage } from './ordering/many/many-deliveries.ts'
import { requireShopMember } from './require-member.ts'
import { settingsPages } from './settings/shop-settings.ts'
import { shareRoutes } from './sharing/share-routes.ts'
import { codeStep } from './sign-in/code-step.ts'
import { factorStep } from './sign-in/factor-step.ts'
import { linkStep } from './sign-in/link-step.ts'
import { nameStep } from './sign-in/name-step.ts'
import { passwordStep } from './sign-in/password-step.ts'
import { shopOpeningPage } from './sign-in/shop-opening.ts'

/** The pages of a shop, a plugin for each area. */
const shopAreas = [
  mapRoutes,
  shopHomePage,
  sellerStepsPage,
  newDeliveryPage,
  manyDeliveriesPage,
  labelRoutes,
  shopDeliveriesPage,
  oneDeliveryPage,
  proofPhotoPageRoutes,
  developerPages,
  settingsPages,
]

/** The largest form without a file: five hundred pasted rows. */
const formBytes = 512 * 1024

/**
 * `/console`, the shop's pages: one address to look at, one for each act, and every act ends in a redirect,
 * so that all of it works without JavaScript. Not part of the partner API. A Fastify plugin, to be registered
 * so that its hooks stay its own.
 */
export async function consoleRoutes(
  app: FastifyInstance,
  services: Omit<ConsoleDeps, 'sendPage' | 'cityMapOf'>,
): Promise<void> {
  const assets = await serveConsoleAssets(app)
  const sendPage = pageSender(assets, services)
  const streets = streetSourceOf(services.config, services.mapArchive)
  const tiles = mapTilesOf(services.config, streets)
  const cityMapOf: ConsoleDeps['cityMapOf'] = (request, city) =>
    cityMap(city, {
      library: assets['leaflet.js'],
      tiles,
      outline: shopHref(memberOf(request).shop.id, `/map/${city?.id}`),
      streetsOf: (cityId) =>
        streetsOf(assets, {
          ground: services.maps.groundOf(cityId),
          search: shopHref(memberOf(request).shop.id, `/landmarks/${city?.id}?q=`),
          streets,
        }),
    })
  const deps: ConsoleDeps = { ...services, sendPage, cityMapOf }
  const { sendFailed, sendForeignForm, sendNotFound } = failedPages(sendPage, ({ member }) =>
    member ? shopHref(member.shop.id) : '/console',
  )
  usePageDefaults(app, { imageOrigin: tilesOrigin(tiles) })
  await app.register(formBodies, { bodyLimit: formBytes })
  app.setErrorHandler((error, request, reply) => sendFailed(asApiError(error, request), request, reply))
  deps.limitResponseTime(app, sendFailed)
  app.decorateRequest('person', null)
  app.decorateRequest('member', null)
  useSignedInPages(app, { path: '/console', isSecure: deps.isSecure, sendForeignForm })
  limitWork(app, deps)

  for (const page of [nameStep, codeStep, linkStep, passwordStep, factorStep, shopOpeningPage])
    await app.register(page, deps)
  await app.register(shareRoutes, { ...deps, assets })
  await app.register(async (persons) => {
    persons.addHook('onRequest', requirePerson(deps))
    for (const page of [ownAccountPage, secondFactorPage, identityProofPage, ownShopsPage])
      await persons.register(page, deps)
    persons.all('/console/*', sendNotFound)
  })
  await app.register(async (shop) => {
    shop.addHook('onRoute', ({ url, config }) => {
      if (!config?.needs) throw new Error(`${url} does not state the right that it needs.`)
    })
    shop.addHook('onRequest', requirePerson(deps))
    shop.addHook('onRequest', requireShopMember(deps))
    for (const area of shopAreas) await shop.register(area, deps)
    await shop.register(liveRoutes, { ...deps, sessionOf, parts: { home: homePartOf(deps) } })
  })
}
