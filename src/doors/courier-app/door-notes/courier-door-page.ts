import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { CarriedParcel, DoorNote } from '../../../domain/matching/courier-screen.ts'

/** Where a courier sees and hears what the customer left for them. */
export const courierDoorPath = '/courier/door'

const wording = {
  fr: {
    photo: 'La photo de la porte',
    voice: 'Message vocal du client',
    early: 'Le client explique comment trouver sa porte',
    parcel: 'Voir la photo du colis',
  },
  en: {
    photo: 'The photo of the door',
    voice: 'Voice message of the customer',
    early: 'The customer explains how to find their door',
    parcel: 'See the photo of the parcel',
  },
} satisfies Record<Language, object>

/** What the customer left for the courier, as it is seen and heard; empty where there is nothing. */
export function doorNotes(
  language: Language,
  { doorNotes: notes }: Pick<CarriedParcel, 'doorNotes'>,
): string {
  const { photo, voice } = wording[language]
  const show: Record<DoorNote['kind'], (address: string) => string> = {
    DOOR_PHOTO: (address) =>
      html`<figure class="door"><a href="${address}"><img src="${address}" alt="${photo}" loading="lazy"></a></figure>`,
    VOICE_NOTE: (address) =>
      html`<figure class="door"><figcaption>${voice}</figcaption><audio controls preload="none" src="${address}"></audio></figure>`,
  }
  return notes.map(({ kind, id }) => show[kind](`${courierDoorPath}/${id}`)).join('\n')
}

/** The same before the parcel is there: closed, since the way leads to the shop first. */
export const earlyDoorNotes = (language: Language, parcel: Pick<CarriedParcel, 'doorNotes'>): string =>
  parcel.doorNotes.length === 0
    ? ''
    : html`<details class="door"><summary>${wording[language].early}</summary>!${doorNotes(language, parcel)}</details>`

/** Where a courier sees the photo of a parcel, by its delivery. */
export const parcelPhotoPath = '/courier/parcel-photo'

/** The photo of the parcel where the shop gave one, loaded once it is opened. */
export const courierParcelPhoto = (
  language: Language,
  { key, parcel }: Pick<CarriedParcel, 'key' | 'parcel'>,
): string =>
  parcel.hasPhoto
    ? html`<details class="door"><summary>${wording[language].parcel}</summary><img src="${parcelPhotoPath}/${key.id}" alt="${wording[language].parcel}" loading="lazy"></details>`
    : ''
