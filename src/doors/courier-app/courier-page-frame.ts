import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { Recipient } from '../../domain/deliveries/recipient/recipient.ts'
import type { Look } from './kept-look.ts'

/** The addresses of what every page loads. */
export type CourierAssets = Record<
  'courier.css' | 'courier-client.js' | 'courier-portrait.js' | 'icon.svg' | 'icon-192.png' | 'icon-512.png',
  string
>

/** What a page is made of besides what it shows; `newToken` makes the token of a form. */
export type PageFrame = {
  language: SpokenLanguage
  /** The countries of those who may read it, by whose languages the page offers others. */
  countries: readonly string[]
  assets: CourierAssets
  newToken: () => string
  /** Names who may take the parcel of a delivery, as the form of the hand-over sends it. */
  shownRecipient: (deliveryId: string, recipient: Recipient) => string
  /** The number of those who run the service; null where none is set. */
  supportPhone: string | null
  /** Light for the sun, or dark as the courier chose. */
  look: Look
  /** Whose couriers they are, and its colour; null and undefined where none is set. */
  company: string | null
  colour: string | undefined
}
