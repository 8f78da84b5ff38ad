import type { ConsoleText } from '../../console-words.ts'

export const appearanceLanguageOptions = {
  fr: 'Français',
  en: 'English',
} as const

export const appearanceDone: Record<string, ConsoleText> = {
  saved: 'Saved.',
  logo: 'The new logo is in place.',
  removed: 'The logo is removed.',
}
