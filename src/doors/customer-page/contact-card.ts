import { html } from 'ghtml'
import { phoneLinks } from '../../base/kernel/phone-links.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import type { PageFrame } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'

/**
 * The shop and those who run the service, each called or written to by one touch; empty where nobody has a
 * number.
 */
export function contactCard(
  frame: PageFrame,
  { reference, shopName }: CustomerView,
  shopPhone: string | null,
  isFolded = false,
): string {
  const about = frame.t('Hello, this is about delivery {reference}.', { reference })
  const shop = shopPhone === null ? '' : contactRow(frame, { name: shopName, phone: shopPhone, about })
  const rows = `${shop}${serviceRow(frame, about)}`
  return isFolded && rows !== '' ? foldedSection(frame, rows) : contactSection(frame, rows)
}

/** Those who run the service alone, for a page that may say nothing of a delivery. */
export const serviceCard = (frame: PageFrame): string => contactSection(frame, serviceRow(frame))

const contactSection = ({ t }: PageFrame, rows: string): string =>
  rows === '' ? '' : html`<section class="card contacts"><h2>${t('Need help?')}</h2>!${rows}</section>`

/** While a courier brings the parcel theirs is the number to call. */
const foldedSection = ({ t }: PageFrame, rows: string): string =>
  html`<details class="contacts"><summary>${t('Need help?')}</summary>!${rows}</details>`

const serviceRow = (frame: PageFrame, about?: string): string =>
  frame.supportPhone === null
    ? ''
    : contactRow(frame, { name: frame.t('Delivery service'), phone: frame.supportPhone, about })

type Contact = { name: string; phone: string; about: string | undefined }

function contactRow({ t }: PageFrame, { name, phone, about }: Contact): string {
  const { call, whatsApp } = phoneLinks(phone, about)
  const number = html`<span class="number">${spacedPhone(phone)}</span>`
  const write = t('Write by WhatsApp: {name}', { name })
  return html`<p class="reach"><a class="plain" href="${call}">${name} !${number}</a>
<a class="plain" href="${whatsApp}" rel="noreferrer" aria-label="${write}">WhatsApp</a></p>`
}
