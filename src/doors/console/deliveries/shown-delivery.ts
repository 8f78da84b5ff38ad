import type { FastifyRequest } from 'fastify'
import {
  type CancellationQuote,
  quoteCancellation,
} from '../../../domain/deliveries/cancelling/quote-cancellation.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import { customerCalled } from '../../../domain/deliveries/order/customer-name.ts'
import { type QuotedSlot, quoteSecondTry } from '../../../domain/deliveries/second-try/quote-second-try.ts'
import { isLinkOpen } from '../../../domain/deliveries/sharing/customer-link.ts'
import {
  type SharingAddresses,
  sharingAddresses,
} from '../../../domain/deliveries/sharing/sharing-addresses.ts'
import { tripOfShop } from '../../../domain/deliveries/trip-first/trip-of-shop.ts'
import { writesToPhones } from '../../../domain/messages/message-deps.ts'
import { isOpen, maxPaymentRequests } from '../../../domain/money/mobile-money/payment-request.ts'
import { listPaymentRequests } from '../../../domain/money/mobile-money/payment-request-store.ts'
import { awaitsTrip } from '../../../domain/money/payments/payment-status.ts'
import { shownName } from '../../../domain/shops/appearance/shown-name.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { DeliveryFacts } from '../../../web/delivery/delivery-facts.ts'
import { readDeliveryFacts } from '../../../web/delivery/read-delivery-facts.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopHref } from '../console-request.ts'

/** Everything that the page of one delivery shows to its shop. */
export type ShownDelivery = DeliveryFacts & {
  /** The address of this page. */
  href: string
  /** The address of the shop's pages. */
  shopHref: string
  /** The customer's page; null once the link has ended. */
  customerLink: string | null
  /** What opens the seller's own WhatsApp and text messages with that link; null without one. */
  sharing: SharingAddresses | null
  /** Whether the service itself writes to customers. */
  writesToPhones: boolean
  cancellation: CancellationQuote
  /** The trip that the shop pays first, while it has not; null for all other deliveries. */
  tripDue: TripDue | null
  /** What bringing the parcel back would cost today. */
  returnFeeFcfa: number
  /** When the parcel can be brought once more; none where it cannot. */
  secondTrySlots: QuotedSlot[]
}

/** A trip that is to be paid before the parcel is picked up. */
type TripDue = {
  amountFcfa: number
  /** By when; null while the price is an estimate, and nobody is asked. */
  until: Date | null
  /** The last request, and the provider's page to pay on where it asks nobody on their phone. */
  asked: { phone: string; isOpen: boolean; payLink: string | null } | null
  /** The number that the form proposes. */
  phone: string
  canAskAgain: boolean
}

/** Reads everything that the page of one delivery shows to its shop. */
export async function readShownDelivery(
  deps: ConsoleDeps,
  request: FastifyRequest,
  row: DeliveryRow,
): Promise<ShownDelivery> {
  const { pricing, customerLink } = deps
  const key = { shopId: row.shop_id, id: row.id }
  const [facts, cancellation, tripDue, secondTrySlots] = await Promise.all([
    readDeliveryFacts(deps, row, {
      reader: 'SHOP',
      language: languageOf(request),
      cityMapOf: (city) => deps.cityMapOf(request, city),
      attemptsHref: (endpointId, eventId) =>
        shopHref(row.shop_id, `/developers/endpoints/${endpointId}/log?event=${eventId}`),
    }),
    quoteCancellation(deps, key),
    awaitsTrip(row.payment_status) ? readTripDue(deps, request, row) : null,
    quoteSecondTry(deps, row, 'SHOP'),
  ])
  const link = isLinkOpen(row, facts.now) ? customerLink({ ...key, linkVersion: row.link_version }) : null
  return {
    ...facts,
    href: shopHref(row.shop_id, `/deliveries/${row.id}`),
    shopHref: shopHref(row.shop_id),
    customerLink: link,
    sharing: link === null ? null : sharingOf(deps, request, row, link),
    writesToPhones: writesToPhones(deps.messages.routes),
    cancellation,
    tripDue,
    secondTrySlots,
    returnFeeFcfa: pricing.priceList.current().tariffOf(row.city_id, pricing.clock.now())?.returnFeeFcfa ?? 0,
  }
}

async function readTripDue({ db }: ConsoleDeps, request: FastifyRequest, row: DeliveryRow): Promise<TripDue> {
  const requests = await listPaymentRequests(db, { shopId: row.shop_id, id: row.id })
  const trips = requests.filter(({ payer }) => payer === 'SENDER')
  const last = trips.at(-1)
  const phone = last?.payer_phone ?? memberOf(request).shop.payout_phone ?? ''
  return {
    amountFcfa: last && isOpen(last.state) ? last.amount_fcfa : tripOfShop(row),
    until: row.trip_due_at,
    asked: last ? { phone, isOpen: isOpen(last.state), payLink: last.pay_link } : null,
    phone,
    canAskAgain: row.trip_due_at !== null && trips.length < maxPaymentRequests,
  }
}

/** Written in the language in which the service writes for the shop, whichever its pages are read in. */
function sharingOf(deps: ConsoleDeps, request: FastifyRequest, row: DeliveryRow, link: string) {
  const { shop } = memberOf(request)
  const { status, customer_phone: phone } = row
  const shared = { status, phone, firstName: customerCalled(row), shopName: shownName(shop), link }
  return sharingAddresses(shared, shop.language ?? deps.language)
}
