import { html } from 'ghtml'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import type { CarriedParcel, DoorNote } from '../../../domain/matching/courier-screen.ts'
import { speak } from '../courier-words.ts'

/** Where a courier sees and hears what the customer left for them. */
export const courierDoorPath = '/courier/door'

/** What the customer left for the courier, as it is seen and heard; empty where there is nothing. */
export function doorNotes(
  language: SpokenLanguage,
  { doorNotes: notes }: Pick<CarriedParcel, 'doorNotes'>,
): string {
  const t = speak(language)
  const show: Record<DoorNote['kind'], (address: string) => string> = {
    DOOR_PHOTO: (address) =>
      html`<figure class="door"><a href="${address}"><img src="${address}" alt="${t('The photo of the door')}" loading="lazy"></a></figure>`,
    VOICE_NOTE: (address) =>
      html`<figure class="door"><figcaption>${t('Voice message of the customer')}</figcaption><audio controls preload="none" src="${address}"></audio></figure>`,
  }
  return notes.map(({ kind, id }) => show[kind](`${courierDoorPath}/${id}`)).join('\n')
}

/** The same before the parcel is there: closed, since the way leads to the shop first. */
export const earlyDoorNotes = (language: SpokenLanguage, parcel: Pick<CarriedParcel, 'doorNotes'>): string =>
  parcel.doorNotes.length === 0
    ? ''
    : html`<details class="door"><summary>${speak(language)('The customer explains how to find their door')}</summary>!${doorNotes(language, parcel)}</details>`

/** Where a courier sees the photo of a parcel, by its delivery. */
export const parcelPhotoPath = '/courier/parcel-photo'

/** The photo of the parcel where the shop gave one, loaded once it is opened. */
export const courierParcelPhoto = (
  language: SpokenLanguage,
  { key, parcel }: Pick<CarriedParcel, 'key' | 'parcel'>,
): string =>
  parcel.hasPhoto
    ? html`<details class="door"><summary>${speak(language)('See the photo of the parcel')}</summary><img src="${parcelPhotoPath}/${key.id}" alt="${speak(language)('See the photo of the parcel')}" loading="lazy"></details>`
    : ''
