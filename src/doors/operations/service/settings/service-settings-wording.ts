import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of settings says; what each is for stands in the table of settings and in `frenchSettings`. */
const fr = {}

const en: typeof fr = {}

export const serviceSettingsWording: Record<Language, typeof fr> = { fr, en }
