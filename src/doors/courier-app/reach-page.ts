import { html } from 'ghtml'
import { distanceText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { phoneLinks } from '../../base/kernel/phone-links.ts'
import { spacedPhone } from '../../base/kernel/phone-number.ts'
import type { NearLandmark } from '../../domain/maps/find-nearest-landmark.ts'
import type { Place } from '../../domain/matching/courier-screen.ts'
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
  const number = spacedPhone(frame.supportPhone).replaceAll(' ', '\u00a0')
  return html`<aside class="help"><h2>${t('Something wrong?')}</h2>
<p>${t('Your Colis manager answers at {number}.', { number })}</p>
!${supportButtons(frame)}</aside>`
}

function pairOf(phone: string, text: string | undefined, says: { call: string; write: string }): string {
  const { call, whatsApp } = phoneLinks(phone, text)
  return html`<div class="pair reach"><a class="button plain" href="${call}">${says.call}</a>
<a class="button plain" href="${whatsApp}" rel="noreferrer" aria-label="${says.write}">WhatsApp</a></div>`
}

/**
 * Who is where, and the ways there; of a place without a door the area and the landmark, and a map without a
 * pin.
 */
export function placeCard(
  language: SpokenLanguage,
  place: Place,
  { near, area }: { near?: NearLandmark | undefined; area?: string | undefined } = {},
): string {
  if (place.isRough) return areaCard(language, { ...place, label: place.label ?? area ?? null })
  const t = speak(language)
  const position = `${place.lat},${place.lng}`
  const name = encodeURIComponent(place.name)
  const directions = html`https://www.google.com/maps/dir/?api=1&amp;destination=!${position}`
  return html`<div class="place"><p class="who">${place.name}</p>
!${place.label ? html`<p>${place.label}</p>` : ''}
!${place.landmark ? html`<p class="landmark">${place.landmark}</p>` : ''}
!${near ? nearLine(language, near) : ''}
<a class="button plain" href="geo:${position}?q=${position}(${name})">${t('Open in maps')}</a>
<a class="link" href="!${directions}" rel="noreferrer">${t('Directions on the web')}</a>
</div>`
}

function nearLine(language: SpokenLanguage, { name: landmark, meters }: NearLandmark): string {
  const t = speak(language)
  const distance = distanceText(meters, language)
  return html`<p>${t('{distance} from {landmark}, as the crow flies', { distance, landmark })}</p>`
}

function areaCard(language: SpokenLanguage, { name, label, landmark, lat, lng }: Place): string {
  const t = speak(language)
  return html`<div class="place"><p class="who">${name}</p>
<p><strong>${t('Approximate place:')}</strong>${label ? ` ${label}` : ''}</p>
!${landmark ? html`<p class="landmark">${landmark}</p>` : ''}
<p>${t('The door is not known: follow the landmark, and call the customer when you arrive.')}</p>
<a class="button plain" href="geo:${lat},${lng}?z=15">${t('Open the area in maps')}</a>
</div>`
}
