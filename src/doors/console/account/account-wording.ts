import type { ConsoleText } from '../console-words.ts'

export const accountDone: Record<string, ConsoleText> = {
  proven: 'It is you. You have ten minutes.',
  saved: 'Saved.',
  password: 'Your password is saved. Your other devices are signed out.',
  'factor-off': 'The second factor is off.',
  ended: 'The device is signed out.',
}

export const accountPersonLanguages = {
  fr: 'Français',
  en: 'English',
} as const
