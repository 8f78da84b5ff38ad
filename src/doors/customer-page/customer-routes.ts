import { readFile } from 'node:fs/promises'
import formBodies from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CellAddresses } from '../../base/cells/cell-addresses.ts'
import {
  localLanguage,
  preferredLanguage,
  type SpokenLanguage,
  spokenLanguages,
} from '../../base/kernel/language.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError, errors } from '../../contract/errors.ts'
import type { PaymentStatus } from '../../contract/vocabulary.ts'
import { portraitVersion } from '../../domain/couriers/portrait/courier-portrait.ts'
import { findPortrait, findPortraitHash } from '../../domain/couriers/portrait/courier-portrait-store.ts'
import { isIn } from '../../domain/deliveries/delivery-status.ts'
import {
  type DeliveryKey,
  findDeliveryKey,
  listPaymentHistory,
} from '../../domain/deliveries/delivery-store.ts'
import { listFilesOf } from '../../domain/deliveries/files/delivery-file-store.ts'
import type { CreationDeps } from '../../domain/deliveries/order/create-delivery.ts'
import {
  customerPath,
  customerPathIn,
  customerToken,
  deliveryOfToken,
  readCellOfToken,
  referenceOfShortToken,
  shortCustomerPath,
  shortCustomerToken,
} from '../../domain/deliveries/sharing/customer-link.ts'
import type { CityMaps } from '../../domain/maps/cache-maps.ts'
import { landmarkSuggestions } from '../../domain/maps/landmark-suggestions.ts'
import { timesDeclared, wasDenied } from '../../domain/money/payments/payment-status.ts'
import { readTripReceipt } from '../../domain/money/statements/invoices/read-trip-receipt.ts'
import { findShopPhone } from '../../domain/shops/shop-phone-store.ts'
import { cacheOutlines } from '../../domain/zones/cache-outlines.ts'
import { asApiError, logRefusal } from '../../http/error-handler.ts'
import { limitVisits, type RateLimits } from '../../http/rate-limit.ts'
import type { RespondLate } from '../../http/response-deadline.ts'
import { spokenLanguageOf } from '../../http/response-language.ts'
import { bestEncoding } from '../../pages/compressed-bytes.ts'
import { withTokens } from '../../pages/design-tokens.ts'
import { leanText } from '../../pages/lean-text.ts'
import { readMapAssets } from '../../pages/map-assets.ts'
import { servePageAssets } from '../../pages/page-assets.ts'
import { askedLanguage, isFromElsewhere, pagePolicy, usePageDefaults } from '../../pages/page-defaults.ts'
import { cityMap, type MapTiles, type StreetSource, streetsOf, tilesOrigin } from '../../pages/place-map.ts'
import { companyName } from '../../rules.ts'
import { readArrival } from './arrival-text.ts'
import { closedPage, returnedPage } from './closed-page.ts'
import { placeOf, readSighting } from './courier-sighting.ts'
import { courierMap } from './customer-map.ts'
import type { PageFrame } from './customer-page.ts'
import { handleSecondTryForm, nextTryOf, readPaidBefore, readSecondTryOffer } from './customer-second-try.ts'
import { speak } from './customer-words.ts'
import { doorLink } from './door-notes/door-note-page.ts'
import { type DoorNoteDeps, doorNoteRoutes } from './door-notes/door-note-routes.ts'
import { type Feedback, handleFeedbackForm, readFeedback } from './feedback.ts'
import { type CustomerFormDeps, handleCustomerForm, type Screen } from './handle-customer-form.ts'
import { type ParcelPhotoDeps, parcelPhotoRoutes } from './parcel-photo.ts'
import { customerForm, zoneNames } from './position-form.ts'
import { askingPage, expectedPlace } from './position-page.ts'
import { progressPage } from './progress-page.ts'
import { type LinkedDelivery, readLinkedDelivery } from './read-linked-delivery.ts'
import { type ReceiptDeps, receiptRoutes } from './receipt-routes.ts'
import { handleRecipientForm, type RefusedRecipient } from './recipient-card.ts'
import { type UpdatesDeps, updatesRoutes } from './updates-routes.ts'

type CustomerDeps = CustomerFormDeps &
  CreationDeps &
  Omit<UpdatesDeps, 'linkedDeliveryOf'> &
  Omit<DoorNoteDeps, 'linkedDeliveryOf' | 'frameOf'> &
  Omit<ReceiptDeps, 'linkedDeliveryOf'> &
  Omit<ParcelPhotoDeps, 'linkedDeliveryOf'> & {
    /** The code of this cell, which links carry; empty where there are none. */
    cell: string
    cellAddresses: CellAddresses
    /** The key that signs links. */
    customerLinks: SecretKeys
    /** Where pictures of the map come from; without it zones are drawn. */
    mapTiles: MapTiles | null
    /** Streets from an archive of the operator. */
    streets: StreetSource | null
    maps: CityMaps
    /** The address at which others reach the service. */
    publicUrl: string
    rateLimits: RateLimits
    /** Limits the response time of the pages. */
    limitResponseTime: (app: FastifyInstance, answer: RespondLate) => void
  }

const pagePath = `${customerPath}:token`
const shortPath = `${shortCustomerPath}:token`
type ToPage = { Params: { token: string } }

/** A search takes more work than a page, and comes with every word that is typed. */
const searchCost = 3

/** A form has a few hundred bytes; the rest is for people who paste a whole message. */
const formBytes = 16_384

/**
 * `/p/:token`, the customer's page. One address for everything: reading it shows the status of the delivery,
 * forms are posted to it, and nothing typed or secret is ever in an address. Not part of the partner API. A
 * Fastify plugin, to be registered so that its hooks stay its own.
 */
export async function customerRoutes(app: FastifyInstance, deps: CustomerDeps): Promise<void> {
  const { pricing, mapTiles, customerLinks, rateLimits, cell } = deps
  const ownPath = customerPathIn(cell)
  const assets = servePageAssets(app, 'customer', await readAssets())
  const outlineOf = cacheOutlines()
  const sources = { imageOrigin: tilesOrigin(mapTiles) }
  const worker = (await readOwn('customer-worker.js')).replace('POLICY', JSON.stringify(pagePolicy(sources)))
  usePageDefaults(app, { ...sources, offered: spokenLanguages })
  limitVisits(app, rateLimits)
  app.removeAllContentTypeParsers()
  await app.register(formBodies, { bodyLimit: formBytes })
  app.setErrorHandler((error, request, reply) => sendClosed(asApiError(error, request), request, reply))
  deps.limitResponseTime(app, sendClosed)

  // A link of another cell leads there, where the directory has it: nobody can tell one from the other.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !(request.params as Partial<ToPage['Params']>).token) return
    const { cell: other } = readCellOfToken(addressedToken(request))
    const url = other === '' || other === cell ? null : await deps.cellAddresses(other)
    if (url !== null) return reply.redirect(`${url}${request.url}`, 302)
  })

  app.get<ToPage>(pagePath, async (request, reply) => {
    const visit = await linkedDeliveryOf(request)
    const next = await nextTryPage(request, visit)
    return next ? reply.redirect(next, 303) : sendPage(reply, 200, await pageOf(request, visit))
  })

  // The worker of one link; what it does is the same for all.
  for (const [path, isOurs] of [
    [pagePath, (token: string) => deliveryOfToken(token, customerLinks)],
    [shortPath, (token: string) => referenceOfShortToken(token, customerLinks)],
  ] as const)
    app.get<ToPage>(`${path}/worker.js`, async (request, reply) => {
      const token = tokenOf(request)
      if (!isOurs(token)) return refuseLink(request)
      const scope = path.replace(':token', addressedToken(request))
      return reply
        .headers({ 'cache-control': 'private, max-age=86400', 'service-worker-allowed': scope })
        .type('text/javascript; charset=utf-8')
        .send(worker)
    })

  // What an SMS has room for.
  app.get<ToPage>(shortPath, async (request, reply) => {
    const named = referenceOfShortToken(addressedToken(request), customerLinks)
    const key = named && (await findDeliveryKey(deps.db, named.reference))
    if (!named || !key) return refuseLink(request)
    const token = customerToken({ ...key, linkVersion: named.linkVersion }, customerLinks)
    return reply.redirect(`${ownPath}${token}`, 302)
  })

  app.get('/paid', async (request, reply) => sendPage(reply, 200, returnedPage(screenOf(request).frame)))

  app.post<ToPage>(pagePath, async (request, reply) => {
    const visit = await linkedDeliveryOf(request)
    if (isFromElsewhere(request)) throw new ApiError('CUSTOMER_FORM_REFUSED')
    const next = await nextTryPage(request, visit)
    if (next) return reply.redirect(next, 303)
    const screen = screenOf(request)
    const said = await handleFeedbackForm(deps, visit, request.body)
    const ownPage = `${screen.frame.path}${screen.frame.query}`
    if (said === 'RATED') return reply.redirect(ownPage, 303)
    // What is said of the report stands far down.
    if (said === 'REPORTED') return reply.redirect(`${ownPage}#problem`, 303)
    if (said !== undefined) return sendPage(reply, 422, await pageOf(request, visit, said))
    const again = await handleSecondTryForm(deps, visit, request.body)
    if (again === 'OUTDATED') return sendPage(reply, 422, await pageOf(request, visit, again))
    const named = await handleRecipientForm(deps, visit, request.body)
    if (typeof named === 'object') return sendPage(reply, 422, await pageOf(request, visit, named))
    // The page of a delivery that has a second try leads there.
    if (again ?? named) return reply.redirect(ownPage, 303)
    const answer = await handleCustomerForm(deps, screen, visit, customerForm(request.body))
    if (answer === 'DONE') return reply.redirect(ownPage, 303)
    if ('refusedPayer' in answer) return sendPage(reply, 422, await pageOf(request, visit, answer))
    return sendPage(reply, answer.status, answer.page)
  })

  app.get<ToPage>(`${pagePath}/outline`, async (request, reply) => {
    const { city } = (await linkedDeliveryOf(request)).view
    const outline = city ? outlineOf(pricing.map.current(), city.id) : undefined
    return reply.type('application/json; charset=utf-8').send(outline ?? '{"zones":[]}')
  })

  app.get<ToPage & { Querystring: { q?: unknown } }>(
    `${pagePath}/landmarks`,
    { config: { cost: searchCost } },
    async (request) => {
      const { row } = await linkedDeliveryOf(request)
      const index = await deps.maps.landmarksOf(row.city_id)
      return landmarkSuggestions(index, request.query.q, spokenLanguageOf(request))
    },
  )

  // Only while the courier has the parcel, and only to whoever has the link.
  app.get<ToPage>(`${pagePath}/courier-photo/:version`, async (request, reply) => {
    const courierId = carrierOf(await linkedDeliveryOf(request))
    const portrait = courierId === null ? undefined : await findPortrait(deps.db, courierId)
    if (!portrait) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${customerPath}…` })
    return reply
      .header('cache-control', 'private, max-age=600')
      .type(portrait.content_type)
      .send(Buffer.from(portrait.bytes))
  })

  await app.register(updatesRoutes, { ...deps, linkedDeliveryOf })
  await app.register(parcelPhotoRoutes, { ...deps, linkedDeliveryOf })
  await app.register(receiptRoutes, { ...deps, linkedDeliveryOf })
  await app.register(doorNoteRoutes, {
    ...deps,
    linkedDeliveryOf,
    frameOf: (request) => screenOf(request).frame,
  })

  /** The delivery of the link. A link we did not sign never reaches the database. */
  async function linkedDeliveryOf(request: FastifyRequest): Promise<LinkedDelivery> {
    const key = deliveryOfToken(tokenOf(request), customerLinks)
    if (!key) return refuseLink(request)
    const linked = await readLinkedDelivery(deps, key)
    speakLocally(request, linked.view.city?.country ?? '')
    return linked
  }

  /** A token of this cell, without its code. */
  function tokenOf(request: FastifyRequest): string {
    const text = addressedToken(request)
    const read = readCellOfToken(text)
    return read.cell === cell ? read.token : text
  }

  async function refuseLink(request: FastifyRequest): Promise<never> {
    await rateLimits.refuseAfterFailures(request)
    await rateLimits.countFailure(request)
    throw new ApiError('CUSTOMER_LINK_INVALID')
  }

  async function pageOf(request: FastifyRequest, visit: LinkedDelivery, refused?: Refused): Promise<string> {
    const { frame, mapSource } = screenOf(request)
    const { view } = visit
    if (isIn('locating', view.status)) {
      const zones = zoneNames(pricing.map.current(), visit.row.city_id)
      const typed = expectedPlace(view, zones)
      return askingPage(frame, view, { map: cityMap(view.city, mapSource), zones, typed })
    }
    const sighting = await readSighting(deps, visit)
    const arrival = await readArrival(deps, visit, frame.language)
    const place = placeOf(sighting)
    const map = place && courierMap(view, mapSource, frame.t, place)
    const timesAsked = view.payment.canBePaidElsewhere ? await deps.paymentRequests.timesAsked(visit.key) : 0
    const statuses = view.payment.canBeDeclared ? await paymentStatuses(visit.key) : []
    const declared = { isDenied: wasDenied(statuses), times: timesDeclared(statuses) }
    const portrait = await portraitAddress(frame, visit)
    const door = isIn('expected', view.status) ? await doorLinkOf(frame, visit) : ''
    const { refusedPayer, refusedRecipient, refusedReport } = partsOf(refused)
    const feedback = { ...(await readFeedback(deps, visit, frame.language)), refused: refusedReport }
    const providers = deps.paymentRequests.providersIn(view.city?.country ?? '')
    const shopPhone = await findShopPhone(deps.db, visit.key.shopId)
    return progressPage(frame, view, {
      map,
      sighting,
      portrait,
      shopPhone,
      timesAsked,
      payer: { providers, refused: refusedPayer },
      declared,
      paidBefore: await readPaidBefore(deps, visit.row),
      feedback,
      arrival,
      secondTry: await readSecondTryOffer(deps, visit, refused === 'OUTDATED'),
      refusedRecipient,
      door,
      addresses: [frame.path, shortPathOf(visit)],
      hasReceipt: isIn('delivered', view.status) && (await readTripReceipt(deps, visit.key.id)) !== undefined,
    })
  }

  /**
   * The page of the second try of a delivery, where it has one: the link that was given out opens that too,
   * unless the parcel is for another phone by now. An address and no answer: to await a reply yields nothing.
   */
  async function nextTryPage(request: FastifyRequest, { key, row }: LinkedDelivery) {
    const tried = await nextTryOf(deps, row)
    if (tried === undefined) return undefined
    if (tried.customer_phone !== row.customer_phone) throw new ApiError('CUSTOMER_LINK_INVALID')
    const next = { shopId: key.shopId, id: tried.id, linkVersion: 1 }
    const { query } = screenOf(request).frame
    return `${ownPath}${customerToken(next, customerLinks)}${query}`
  }

  function shortPathOf({ key, row: { reference } }: LinkedDelivery): string {
    return `${shortCustomerPath}${shortCustomerToken({ ...key, reference }, customerLinks)}`
  }

  async function doorLinkOf(frame: PageFrame, { key }: LinkedDelivery) {
    return doorLink(frame, await listFilesOf(deps.db, [key]))
  }

  async function portraitAddress({ hasLogos, path }: PageFrame, visit: LinkedDelivery) {
    const courierId = hasLogos ? carrierOf(visit) : null
    const hash = courierId === null ? undefined : await findPortraitHash(deps.db, courierId)
    return hash === undefined ? null : `${path}/courier-photo/${portraitVersion(hash)}`
  }

  async function paymentStatuses(key: DeliveryKey): Promise<PaymentStatus[]> {
    const lines = await listPaymentHistory(deps.db, key)
    return lines.map(({ status }) => status)
  }

  function screenOf(request: FastifyRequest): Screen {
    const asked = askedLanguage(request, spokenLanguages)
    const language = spokenLanguageOf(request)
    const path = `${customerPath}${addressedToken(request)}`
    const rules = deps.rules.current()
    return {
      frame: {
        language,
        t: speak(language),
        path,
        query: asked ? `?lang=${asked}` : '',
        style: assets['page.css'],
        script: assets['page.js'],
        preview: `${deps.publicUrl}${assets['preview.png']}`,
        publicUrl: deps.publicUrl,
        company: companyName(rules),
        colour: rules.COMPANY_COLOUR,
        recipientLanguage: (country) => asked ?? localLanguage(country) ?? deps.language,
        // Whoever needs the larger encoding gets no logo: their page would pass its 60 KB (decision 79).
        supportPhone: rules.SUPPORT_PHONE ?? null,
        hasLogos: bestEncoding(request.headers['accept-encoding']) === 'br',
      },
      mapSource: {
        library: assets['leaflet.js'],
        tiles: mapTiles,
        outline: `${path}/outline`,
        streetsOf: (cityId) =>
          streetsOf(assets, {
            ground: deps.maps.groundOf(cityId),
            search: `${path}/landmarks?q=`,
            streets: deps.streets,
          }),
      },
    }
  }

  function sendClosed(refusal: ApiError, request: FastifyRequest, reply: FastifyReply) {
    logRefusal(refusal, request, reply)
    return sendPage(reply, errors[refusal.code].status, closedPage(screenOf(request).frame, refusal.code))
  }
}

/** What was wrong with a form of the page, to be shown beside it. */
type Refused =
  | Feedback['refused']
  | { refusedPayer: string }
  | { refusedRecipient: RefusedRecipient }
  | 'OUTDATED'

function partsOf(refused: Refused): {
  refusedPayer?: string
  refusedRecipient?: RefusedRecipient
  refusedReport?: Feedback['refused']
} {
  if (refused === undefined || refused === 'OUTDATED') return {}
  return 'reason' in refused ? { refusedReport: refused } : refused
}

/** The courier who has the parcel; null when nobody brings it. */
const carrierOf = ({ row }: LinkedDelivery): string | null =>
  isIn('underWay', row.status) ? row.courier_id : null

const addressedToken = ({ params }: FastifyRequest): string => (params as { token: string }).token

/** Who asks for no language of ours reads that of the country to which the parcel goes. */
function speakLocally(request: FastifyRequest, country: string): void {
  const local = localLanguage(country)
  if (local === undefined || askedLanguage(request, spokenLanguages)) return
  const accepted = request.headers['accept-language']?.slice(0, 200)
  request.language = preferredLanguage<SpokenLanguage>(accepted, local, spokenLanguages)
}

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply
    .code(status)
    .header('content-language', reply.request.language)
    .type('text/html; charset=utf-8')
    .send(page)

/** What browsers load besides the page. The map library has a style of its own: one request for both. */
async function readAssets() {
  const [map, style, script, preview] = await Promise.all([
    readMapAssets(),
    readOwn('customer-page.css'),
    readOwn('customer-page.js'),
    readFile(new URL('customer-preview.png', import.meta.url)),
  ])
  return {
    'leaflet.js': { type: 'text/javascript', content: map.library },
    'map-streets.js': { type: 'text/javascript', content: leanText(map.streets) },
    'protomaps.js': { type: 'text/javascript', content: map.vectors },
    'page.css': {
      type: 'text/css',
      content: leanText(withTokens(`${map.leanStyle}\n${style}`, { place: 'STREET' })),
    },
    'page.js': { type: 'text/javascript', content: leanText(`${map.script}\n${script}`) },
    'preview.png': { type: 'image/png', content: preview },
  } as const
}

const readOwn = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
