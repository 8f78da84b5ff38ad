import type { Language } from '../../../base/kernel/language.ts'
import { readZoneFile, type ZoneFile } from '../zone-file.ts'

export type ZoneTextOptions = { nameProperty: string; language: Language }

/** What a file of zones may hold; checking it costs the square of its positions at worst. */
export const maxPositions = 30_000
const maxFeatures = 500

const wording = {
  en: {
    file: 'the file',
    json: 'It cannot be read as JSON: export the zones anew as GeoJSON.',
    features: `It has more than ${maxFeatures} features: import the zones in several files.`,
    positions: `It has more than ${maxPositions} positions: simplify the outlines, or import the zones in several files.`,
  },
  fr: {
    file: 'le fichier',
    json: 'Il ne peut pas être lu comme JSON : exportez de nouveau les zones en GeoJSON.',
    features: `Il a plus de ${maxFeatures} éléments : importez les zones en plusieurs fichiers.`,
    positions: `Il a plus de ${maxPositions} positions : simplifiez les contours, ou importez les zones en plusieurs fichiers.`,
  },
} satisfies Record<Language, Record<string, string>>

/** Reads zones from the text of a file that somebody sends, as `readZoneFile` does, within limits. Never throws. */
export function readZoneText(text: string, { nameProperty, language }: ZoneTextOptions): ZoneFile {
  const words = wording[language]
  const refused = (fault: string): ZoneFile => ({
    zones: [],
    faults: [{ feature: words.file, fault }],
    notes: [],
  })
  const json = parsed(text)
  if (json === undefined) return refused(words.json)
  const features = (json as { features?: unknown } | null)?.features
  if (Array.isArray(features) && features.length > maxFeatures) return refused(words.features)
  if (countNumbers(json) > 3 * maxPositions) return refused(words.positions)
  return readZoneFile(json, { nameProperty, language })
}

/** Some programs begin their files with a byte order mark. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** How many numbers stand in lists of a value, however deep; counting ends beyond what a file may hold. */
function countNumbers(json: unknown): number {
  const pending = [json]
  let count = 0
  while (pending.length > 0 && count <= 3 * maxPositions) {
    const value = pending.pop()
    if (typeof value === 'number') count += 1
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) pending.push(each)
  }
  return count
}
