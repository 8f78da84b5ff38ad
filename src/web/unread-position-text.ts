import type { Language } from '../base/kernel/language.ts'
import { unreadPosition } from '../base/kernel/position-text.ts'
import { speak, type WebText } from './web-words.ts'

/** What is said of a text in which no place was read. */
export const unreadPositionText = (text: string, language: Language): string =>
  speak(language)(texts[unreadPosition(text)])

const texts = {
  SHORT_LINK:
    'This short link does not contain the position. Open it, then copy the numbers or the long link of the map.',
  SCREEN:
    'This link shows only the middle of a screen, not a place. Press the place on the map for a while, then copy the numbers or the link.',
  LINK: 'This link holds no position. Open it, then copy the numbers of the place, such as 6.3654, 2.4183.',
  TEXT: 'We read no position in this. Example: 6.3654, 2.4183, or the long link of a map.',
} as const satisfies Record<string, WebText>
