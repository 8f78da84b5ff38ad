import type { Language } from '../../../base/kernel/language.ts'
import { speak } from '../../domain-words.ts'
import { readZoneFile, type ZoneFile } from '../zone-file.ts'
import { readZoneJson, readZoneSource } from './zone-source.ts'

export type ZoneTextOptions = { nameProperty: string; language: Language }

/** What a file of zones may hold; checking it costs the square of its positions at worst. */
export const maxPositions = 30_000
const maxFeatures = 500

/**
 * Reads zones from a file that somebody sends, or from the text of one, as `readZoneFile` does, within
 * limits. Never throws.
 */
export function readZoneText(
  file: Uint8Array | string,
  { nameProperty, language }: ZoneTextOptions,
): ZoneFile {
  const t = speak(language)
  const refused = (fault: string): ZoneFile => ({
    zones: [],
    faults: [{ feature: t('the file'), fault }],
    notes: [],
  })
  const source = typeof file === 'string' ? readZoneJson(file, t) : readZoneSource(file, t)
  if ('fault' in source) return refused(source.fault)
  const { json } = source
  const features = (json as { features?: unknown } | null)?.features
  if (Array.isArray(features) && features.length > maxFeatures)
    return refused(
      t('It has more than {max} features: import the zones in several files.', { max: maxFeatures }),
    )
  if (countNumbers(json) > 3 * maxPositions)
    return refused(
      t('It has more than {max} positions: simplify the outlines, or import the zones in several files.', {
        max: maxPositions,
      }),
    )
  return readZoneFile(json, { nameProperty, language })
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
