import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the page of a city's map says. */
const fr = {}

const en: typeof fr = {}

export const mapImportWording: Record<Language, typeof fr> = { fr, en }

export const mapImportDone: Record<string, OperationsText> = {
  imported: 'The map is imported.',
  removed: 'The map is removed.',
}
