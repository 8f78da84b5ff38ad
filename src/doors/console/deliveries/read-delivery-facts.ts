import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { latLng, type PlaceMap } from '../../../base/pages/place-map.ts'
import { findPosition } from '../../../domain/couriers/position-store.ts'
import { isLinkOpen } from '../../../domain/deliveries/customer-link.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../../domain/deliveries/delivery-status.ts'
import { quoteCancellation } from '../../../domain/deliveries/quote-cancellation.ts'
import { sharingAddresses } from '../../../domain/deliveries/sharing/sharing-addresses.ts'
import { readDeliveryStory } from '../../../domain/deliveries/story/read-delivery-story.ts'
import { kindsByMail, kindsForCustomers } from '../../../domain/messages/message-kinds.ts'
import { listMessagesOfDelivery } from '../../../domain/messages/message-store.ts'
import { shownName } from '../../../domain/shops/appearance/shown-name.ts'
import { nameActors } from '../../../domain/shops/name-actors.ts'
import { listDispatchesOfDelivery } from '../../../domain/webhooks/sending/dispatch-store.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopHref } from '../console-request.ts'
import type { DeliveryFacts } from './delivery-facts.ts'
import { oneDeliveryWording } from './one-delivery-wording.ts'

/** Reads everything that the page of one delivery shows. */
export async function readDeliveryFacts(
  deps: ConsoleDeps,
  request: FastifyRequest,
  row: DeliveryRow,
): Promise<DeliveryFacts> {
  const { db, clock, pricing, customerLink } = deps
  const key = { shopId: row.shop_id, id: row.id }
  const now = clock.now()
  const [story, messages, dispatches, cancellation, map] = await Promise.all([
    readDeliveryStory(db, row),
    listMessagesOfDelivery(db, { ...key, kinds: [...kindsForCustomers, ...kindsByMail] }),
    listDispatchesOfDelivery(db, key),
    quoteCancellation(deps, key),
    readMap(deps, request, row),
  ])
  const link = isLinkOpen(row, now) ? customerLink({ ...key, linkVersion: row.link_version }) : null
  const actors = story.map(({ actor }) => actor)
  return {
    row,
    href: shopHref(row.shop_id, `/deliveries/${row.id}`),
    shopHref: shopHref(row.shop_id),
    language: languageOf(request),
    now,
    timeZone: pricing.map.current().city(row.city_id)?.timeZone ?? deps.timeZone,
    customerLink: link,
    sharing: link === null ? null : sharingOf(deps, request, row, link),
    cancellation,
    returnFeeFcfa: pricing.priceList.current().tariffOf(row.city_id)?.returnFeeFcfa ?? 0,
    story,
    nameOf: await nameActors(db, row.shop_id, actors),
    messages,
    dispatches,
    map,
  }
}

/** Written in the language in which the service writes for the shop, whichever its pages are read in. */
function sharingOf(deps: ConsoleDeps, request: FastifyRequest, row: DeliveryRow, link: string) {
  const { shop } = memberOf(request)
  const { status, customer_phone: phone, customer_first_name: firstName } = row
  const shared = { status, phone, firstName, shopName: shownName(shop), link }
  return sharingAddresses(shared, shop.language ?? deps.language)
}

/** The destination, and the courier while they are on their way; nothing before there is a place to show. */
async function readMap(
  { db, pricing, cityMapOf }: ConsoleDeps,
  request: FastifyRequest,
  row: DeliveryRow,
): Promise<PlaceMap | null> {
  const position =
    row.courier_id !== null && isIn('onCourse', row.status)
      ? await findPosition(db, row.courier_id)
      : undefined
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  if (lat === null || lng === null) return null
  const { here } = oneDeliveryWording[languageOf(request)].courier
  return {
    ...cityMapOf(request, pricing.map.current().city(row.city_id)),
    dropoff: { at: latLng({ lat, lng }), label: here },
    courier: position ? { at: latLng(position), label: row.courier_first_name ?? '' } : null,
  }
}
