import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import type { PageFrame } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'

const wording = {
  fr: { open: 'Voir la photo du colis', shown: 'Votre colis' },
  en: { open: 'See the photo of the parcel', shown: 'Your parcel' },
} satisfies Record<Language, object>

/** The photo of the parcel where the shop gave one: loaded only once somebody opens it, so that the page stays light. */
export function parcelPhoto(
  { language, path }: PageFrame,
  { hasPhoto }: Pick<CustomerView, 'hasPhoto'>,
): string {
  if (!hasPhoto) return ''
  const { open, shown } = wording[language]
  return html`<details><summary>${open}</summary><img class="photo" src="${path}/parcel-photo" alt="${shown}" loading="lazy"></details>`
}
