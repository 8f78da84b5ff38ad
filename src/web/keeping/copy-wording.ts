import type { Language } from '../../base/kernel/language.ts'

/** The button that copies what is shown once, and what it says when it has. */
export const copyWording: Record<Language, { copy: string; done: string }> = {
  fr: { copy: 'Copier', done: 'Copié' },
  en: { copy: 'Copy', done: 'Copied' },
}
