import { html } from 'ghtml'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { courierParcelPhoto } from './courier-door-notes.ts'
import { speak } from './courier-words.ts'
import { sizeTexts } from './parcel-text.ts'

/** The parcel, and the shop's instructions about it. */
export function parcelLine(language: SpokenLanguage, carriedParcel: CarriedParcel): string {
  const { size, isFragile, instructions } = carriedParcel.parcel
  const t = speak(language)
  const fragile = isFragile ? html` <strong class="fragile">${t('Fragile')}</strong>` : ''
  const told = html`<p class="instructions"><strong>${t('Instructions:')}</strong> ${instructions}</p>`
  return html`<p class="parcel">${t(sizeTexts[size])}!${fragile}</p>
!${instructions ? told : ''}
!${courierParcelPhoto(language, carriedParcel)}`
}
