import { html } from 'ghtml'
import { phoneLinks } from '../../base/kernel/phone-links.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import type { PageFrame } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import { type CustomerWords, customerWording } from './customer-wording.ts'

/** The shop and those who run the service, each called or written to by one touch; empty where nobody has a number. */
export function contactCard(
  frame: PageFrame,
  { reference, shopName }: CustomerView,
  shopPhone: string | null,
): string {
  const words = customerWording[frame.language]
  const about = words.contact.about(reference)
  const shop = shopPhone === null ? '' : contactRow(words, { name: shopName, phone: shopPhone, about })
  return contactSection(words, `${shop}${serviceRow(frame, words, about)}`)
}

/** Those who run the service alone, for a page that may say nothing of a delivery. */
export function serviceCard(frame: PageFrame): string {
  const words = customerWording[frame.language]
  return contactSection(words, serviceRow(frame, words))
}

const contactSection = (words: CustomerWords, rows: string): string =>
  rows === '' ? '' : html`<section class="card contacts"><h2>${words.contact.heading}</h2>!${rows}</section>`

const serviceRow = ({ supportPhone }: PageFrame, words: CustomerWords, about?: string): string =>
  supportPhone === null ? '' : contactRow(words, { name: words.contact.service, phone: supportPhone, about })

type Contact = { name: string; phone: string; about: string | undefined }

function contactRow({ contact }: CustomerWords, { name, phone, about }: Contact): string {
  const { call, whatsApp } = phoneLinks(phone, about)
  return html`<p class="reach"><a class="plain" href="${call}">${name} <span class="number">${spacedPhone(phone)}</span></a>
<a class="plain" href="${whatsApp}" rel="noreferrer" aria-label="${contact.write(name)}">WhatsApp</a></p>`
}
