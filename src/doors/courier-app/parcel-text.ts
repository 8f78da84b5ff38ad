import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { ParcelSize } from '../../contract/vocabulary.ts'
import type { OpeningState } from '../../domain/shops/opening/opening-state.ts'
import { type CourierText, speak } from './courier-words.ts'

/** The sizes of a parcel, as an offer names them and its page after it. */
export const sizeTexts = {
  SMALL: 'Small parcel',
  MEDIUM: 'Medium parcel',
  LARGE: 'Large parcel',
} as const satisfies Record<ParcelSize, CourierText>

/** Whether a place is open now, in words. */
export function openingText(opening: OpeningState, language: SpokenLanguage): string {
  const t = speak(language)
  switch (opening.kind) {
    case 'OPEN':
      return opening.until === null
        ? t('Open all day')
        : t('Open today until {until}', { until: opening.until })
    case 'OPENS':
      return t('Closed for now, opens today at {at}', { at: opening.at })
    case 'CLOSED_BY_NOW':
      return t('Closed for the rest of today')
    case 'CLOSED_TODAY':
      return t('Closed today')
  }
}

/** The number on the bag of a parcel. */
export const bagText = (slot: number, language: SpokenLanguage): string =>
  speak(language)('Parcel {number}', { number: slot })

/** The id of the field of a code, where the page asks for those of several parcels. */
export const codeId = (slot: number): string => `code-${slot}`
