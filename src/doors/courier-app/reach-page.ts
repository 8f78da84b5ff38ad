import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { phoneLinks } from '../../base/kernel/phone-links.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierWording } from './courier-wording.ts'

/** Somebody whom a courier may need on the way; `reference` is of the delivery it is about. */
type Reached = { name: string; phone: string | null; reference: string }

/** Calls somebody or writes to them by WhatsApp, by one touch; nothing where they have no number. */
export function reachButtons(language: Language, { name, phone, reference }: Reached): string {
  if (phone === null) return ''
  const wording = courierWording[language].reach
  return pairOf(phone, wording.about(reference), {
    call: wording.call(name),
    write: wording.writeTo(name),
  })
}

/** The same for those who run the service; nothing where they have named no number. */
export function supportButtons({ language, supportPhone }: PageFrame, reference?: string): string {
  if (supportPhone === null) return ''
  const wording = courierWording[language].reach
  return pairOf(supportPhone, reference && wording.about(reference), {
    call: wording.callSupport,
    write: wording.writeToSupport,
  })
}

/** Who helps when something goes wrong, at the foot of every page of a signed-in courier. */
export function supportCard(frame: PageFrame): string {
  if (frame.supportPhone === null) return ''
  const wording = courierWording[frame.language].reach
  return html`<aside class="help"><h2>${wording.help}</h2>
<p>${wording.helpLead(spacedPhone(frame.supportPhone).replaceAll(' ', '\u00a0'))}</p>
!${supportButtons(frame)}</aside>`
}

function pairOf(phone: string, text: string | undefined, says: { call: string; write: string }): string {
  const { call, whatsApp } = phoneLinks(phone, text)
  return html`<div class="reach"><a class="button plain" href="${call}">${says.call}</a>
<a class="button plain" href="${whatsApp}" rel="noreferrer" aria-label="${says.write}">WhatsApp</a></div>`
}
