import type { Language } from '../../../../../base/kernel/language.ts'

const fr = {}

const en: typeof fr = {}

export const journalWording: Record<Language, typeof fr> = { fr, en }

export const journalDone = {
  saved: 'The accounts are saved.',
} as const
