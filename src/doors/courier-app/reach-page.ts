import { html } from 'ghtml'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { phoneLinks } from '../../base/kernel/phone-links.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'

/** Somebody whom a courier may need on the way; `reference` is of the delivery it is about. */
type Reached = { name: string; phone: string | null; reference: string }

/** Calls somebody or writes to them by WhatsApp, by one touch; nothing where they have no number. */
export function reachButtons(language: SpokenLanguage, { name, phone, reference }: Reached): string {
  if (phone === null) return ''
  const t = speak(language)
  return pairOf(phone, t('Delivery {reference}: ', { reference }), {
    call: t('Call {name}', { name }),
    write: t('Write to {name} by WhatsApp', { name }),
  })
}

/** The same for those who run the service; nothing where they have named no number. */
export function supportButtons({ language, supportPhone }: PageFrame, reference?: string): string {
  if (supportPhone === null) return ''
  const t = speak(language)
  return pairOf(supportPhone, reference && t('Delivery {reference}: ', { reference }), {
    call: t('Call the manager'),
    write: t('Write to the manager by WhatsApp'),
  })
}

/** Who helps when something goes wrong, at the foot of every page of a signed-in courier. */
export function supportCard(frame: PageFrame): string {
  if (frame.supportPhone === null) return ''
  const t = speak(frame.language)
  return html`<aside class="help"><h2>${t('Something wrong?')}</h2>
<p>${t('Your Colis manager answers at {number}.', { number: spacedPhone(frame.supportPhone).replaceAll(' ', '\u00a0') })}</p>
!${supportButtons(frame)}</aside>`
}

function pairOf(phone: string, text: string | undefined, says: { call: string; write: string }): string {
  const { call, whatsApp } = phoneLinks(phone, text)
  return html`<div class="reach"><a class="button plain" href="${call}">${says.call}</a>
<a class="button plain" href="${whatsApp}" rel="noreferrer" aria-label="${says.write}">WhatsApp</a></div>`
}
