import type { Language } from '../../../base/kernel/language.ts'
import { phoneLinks } from '../../../base/kernel/phone-links.ts'
import type { DeliveryStatus } from '../../../contract/vocabulary.ts'
import { speak } from '../../domain-words.ts'
import { isIn } from '../delivery-status.ts'

/** Whose link is shared with whom. */
type SharedLink = {
  status: DeliveryStatus
  /** The customer's, in international form. */
  phone: string
  firstName: string
  /** What customers call the shop. */
  shopName: string
  /** The address of the customer's page. */
  link: string
}

/** A text for the customer, and the addresses that open it in the seller's own WhatsApp and text messages. */
export type SharingAddresses = { text: string; whatsApp: string; sms: string }

/** What a seller sends to a customer, who has only to open the link, in the language the shop writes in. */
export function sharingAddresses(shared: SharedLink, language: Language): SharingAddresses {
  const text = sharingText(shared, language)
  return {
    text,
    whatsApp: phoneLinks(shared.phone, text).whatsApp,
    // Phones of Apple take the text after `&`, those of others after `?`.
    sms: `sms:${shared.phone}?&body=${encodeURIComponent(text)}`,
  }
}

/**
 * Names on one line and no longer than they need be; half a character, which no address can hold, is
 * replaced.
 */
const named = (name: string): string =>
  name
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80)
    .toWellFormed()

function sharingText({ status, firstName, shopName, link }: SharedLink, language: Language): string {
  const t = speak(language)
  const hello = t('Hello {name}, this is {shop}.', { name: named(firstName), shop: named(shopName) })
  const asks = isIn('locating', status)
    ? t('To receive your parcel, tap this link and show us where to deliver:')
    : t('Follow your parcel with this link:')
  return `${hello} ${asks}\n${link}`
}
