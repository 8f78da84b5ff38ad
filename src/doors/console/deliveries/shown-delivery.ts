import type { CancellationQuote } from '../../../domain/deliveries/quote-cancellation.ts'
import type { SharingAddresses } from '../../../domain/deliveries/sharing/sharing-addresses.ts'
import type { DeliveryFacts } from '../../../web/delivery/delivery-facts.ts'

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
}

/** A trip that is to be paid before the parcel is picked up. */
export type TripDue = {
  amountFcfa: number
  /** By when; null while the price is an estimate, and nobody is asked. */
  until: Date | null
  /** The last request, and the provider's page to pay on where it asks nobody on their phone. */
  asked: { phone: string; isOpen: boolean; payLink: string | null } | null
  /** The number that the form proposes. */
  phone: string
  canAskAgain: boolean
}
