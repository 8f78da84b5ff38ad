import type { Language } from '../../../base/kernel/language.ts'
import type { PlaceMap } from '../../../base/pages/place-map.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import type { CancellationQuote } from '../../../domain/deliveries/quote-cancellation.ts'
import type { SharingAddresses } from '../../../domain/deliveries/sharing/sharing-addresses.ts'
import type { StoryLine } from '../../../domain/deliveries/story/delivery-story.ts'
import type { MessageRecord } from '../../../domain/messages/message-store.ts'
import type { NamedActor } from '../../../domain/shops/name-actors.ts'
import type { DispatchRecord } from '../../../domain/webhooks/sending/dispatch-store.ts'

/** Everything that the page of one delivery shows. */
export type DeliveryFacts = {
  row: DeliveryRow
  /** The address of this page. */
  href: string
  /** The address of the shop's pages. */
  shopHref: string
  language: Language
  now: Date
  /** Of the delivery's city. */
  timeZone: string
  /** The customer's page; null once the link has ended. */
  customerLink: string | null
  /** What opens the seller's own WhatsApp and text messages with that link; null without one. */
  sharing: SharingAddresses | null
  cancellation: CancellationQuote
  /** What bringing the parcel back would cost today. */
  returnFeeFcfa: number
  story: StoryLine[]
  nameOf: (actor: string | null) => NamedActor
  messages: MessageRecord[]
  dispatches: DispatchRecord[]
  map: PlaceMap | null
}
