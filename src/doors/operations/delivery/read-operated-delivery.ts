import type { FastifyRequest } from 'fastify'
import { hasServiceRight } from '../../../domain/accounts/account-right.ts'
import { listMembers } from '../../../domain/accounts/membership-store.ts'
import { quoteCancellation } from '../../../domain/deliveries/cancelling/quote-cancellation.ts'
import { openInterventions } from '../../../domain/deliveries/changing/delivery-intervention.ts'
import { codeStandings } from '../../../domain/deliveries/codes/delivery-code.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../../domain/deliveries/delivery-status.ts'
import { quoteSecondTry } from '../../../domain/deliveries/second-try/quote-second-try.ts'
import { isWithCourierBefore } from '../../../domain/deliveries/second-try/second-try-store.ts'
import { listProblemsOf } from '../../../domain/feedback/problem-report-store.ts'
import { findRating } from '../../../domain/feedback/rating-store.ts'
import { readSearchStory } from '../../../domain/matching/overseeing/read-search-story.ts'
import { listPaymentRequests } from '../../../domain/money/mobile-money/payment-request-store.ts'
import { allowsPayment } from '../../../domain/money/payments/payment-status.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import type { ShopRow } from '../../../domain/shops/shop-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { latLng, type PlaceMap } from '../../../pages/place-map.ts'
import { readDeliveryFacts } from '../../../web/delivery/read-delivery-facts.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import type { OperatedDelivery, PaymentAct, RefusedAct } from './operated-delivery.ts'

/** The most people of a shop whose phones are shown. */
const maxPeople = 5

/** Reads everything that the page of one delivery shows to those who run the service. */
export async function readOperatedDelivery(
  deps: OperationsDeps,
  request: FastifyRequest,
  row: DeliveryRow,
  refused?: RefusedAct,
): Promise<OperatedDelivery> {
  const { db, pricing, cityMapOf } = deps
  const key = { shopId: row.shop_id, id: row.id }
  const mayManage = hasServiceRight(operatorOf(request).role, 'MANAGE')
  const [facts, shop, members, search, requests, cancellation, problems, rating, isAway, slots] =
    await Promise.all([
      readDeliveryFacts(deps, row, {
        reader: 'OPERATOR',
        language: languageOf(request),
        cityMapOf,
        attemptsHref: mayManage
          ? (endpoint, event) =>
              `/console/shops/${row.shop_id}/developers/endpoints/${endpoint}/log?event=${event}`
          : null,
      }),
      getShop(db, row.shop_id),
      listMembers(db, row.shop_id),
      readSearchStory(deps, row),
      listPaymentRequests(db, key),
      quoteCancellation(deps, key),
      listProblemsOf(db, key),
      findRating(db, key),
      isWithCourierBefore(db, row),
      quoteSecondTry(deps, row, 'SHOP'),
    ])
  const hadParcel = facts.story.some((line) => line.kind === 'STATUS' && isIn('underWay', line.status))
  const people = members.flatMap(({ name, phone }) => (phone ? [{ name: name || phone, phone }] : []))
  return {
    ...facts,
    map: mapOf(deps, facts.map, row, shop),
    href: `/operations/deliveries/${row.id}`,
    shop: {
      id: shop.id,
      name: shop.name,
      href: mayManage ? `/operations/shops/${shop.id}` : null,
      people: people.slice(0, maxPeople),
      isSuspended: shop.suspended_at !== null,
    },
    search,
    requests,
    codes: codeStandings(row, facts.now),
    acts: openInterventions(row, facts.now, { hadParcel, isWithCourierBefore: isAway }),
    paymentActs: paymentActsFor(row),
    cancellation,
    returnFeeFcfa: pricing.priceList.current().tariffOf(row.city_id, pricing.clock.now())?.returnFeeFcfa ?? 0,
    secondTrySlots: slots,
    refused,
    said: { problems, stars: rating?.stars ?? null },
  }
}

/** The shop stands on the map beside the destination and the courier. */
function mapOf(
  { pricing, cityMapOf }: OperationsDeps,
  map: PlaceMap | null,
  row: DeliveryRow,
  shop: ShopRow,
): PlaceMap {
  const at = latLng({ lat: row.pickup_lat, lng: row.pickup_lng })
  const drawn = map ?? cityMapOf(pricing.map.current().city(row.city_id))
  return { ...drawn, others: [{ at, label: shop.name, kind: 'pin' }] }
}

function paymentActsFor({ status, collection, payment_status }: DeliveryRow): PaymentAct[] {
  if (!isIn('underWay', status)) return []
  if (collection === 'SECURE') return allowsPayment('requestAgain', payment_status) ? ['request-payment'] : []
  return [
    ...(allowsPayment('confirm', payment_status) ? (['confirm-payment'] as const) : []),
    ...(allowsPayment('deny', payment_status) ? (['deny-payment'] as const) : []),
  ]
}
