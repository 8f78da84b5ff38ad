import type { Language } from '../../base/kernel/language.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import type { HandoverReport } from '../../domain/deliveries/handover-proof/handover-report.ts'
import type { findLinkedTries } from '../../domain/deliveries/second-try/second-try-store.ts'
import type { StoryLine } from '../../domain/deliveries/story/delivery-story.ts'
import type { MessageRecord } from '../../domain/messages/message-store.ts'
import type { CustomerRefund } from '../../domain/money/mobile-money/refund-store.ts'
import type { NamedActor } from '../../domain/shops/name-actors.ts'
import type { DispatchRecord } from '../../domain/webhooks/sending/dispatch-store.ts'
import type { PlaceMap } from '../../pages/place-map.ts'
import type { StatusWords } from '../value-wording.ts'
import { speak, type WebText } from '../web-words.ts'

/** Who reads of a delivery: its shop, or those who run the service, to whom a shop is somebody else. */
export type DeliveryReader = 'SHOP' | 'OPERATOR'

/** Everything that the page of one delivery shows, whoever reads it. */
export type DeliveryFacts = {
  row: DeliveryRow
  language: Language
  reader: DeliveryReader
  /** The words for values, for who reads them. */
  values: StatusWords
  now: Date
  /** Of the delivery's city. */
  timeZone: string
  /**
   * What the customer paid through the service for a parcel that does not come; undefined for all other
   * deliveries.
   */
  refund: CustomerRefund | undefined
  /** How the hand-over ended, as far as its reader may see it; null where there was none. */
  handover: HandoverReport | null
  story: StoryLine[]
  nameOf: (actor: string | null) => NamedActor
  messages: MessageRecord[]
  dispatches: DispatchRecord[]
  /** Where the attempts to send an event to an endpoint are listed; null for who may not see them. */
  attemptsHref: ((endpointId: string, eventId: string) => string) | null
  map: PlaceMap | null
  /** The deliveries that bring the same parcel before and after this one. */
  tries: Awaited<ReturnType<typeof findLinkedTries>>
  /** When the search for a courier begins, while the city is closed; null where it does not wait for that. */
  searchRestsUntil: Date | null
}

/** What the shop reads, or what those read who run the service. */
export const byReader = ({ reader, language }: DeliveryFacts, toShop: WebText, toOperator: WebText): string =>
  speak(language)(reader === 'SHOP' ? toShop : toOperator)
