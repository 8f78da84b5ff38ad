import type { Language } from '../../../base/kernel/language.ts'
import { readZoneFile, type ZoneDraft } from '../zone-file.ts'
import type { Ring, ZoneShape } from '../zone-shape.ts'
import { type SplitRefusal, zoneSplit } from './zone-split.ts'

export type SplitDrafts =
  | { parts: [ZoneDraft, ZoneDraft] }
  | { refusal: SplitRefusal }
  /** What is wrong with the names, or with a part. */
  | { faults: string[] }

/** The two zones that a line makes of one, read as zones of a file are, so that they are as sound. */
export function splitDrafts(
  shape: ZoneShape,
  line: Ring,
  { names, language }: { names: readonly [string, string]; language: Language },
): SplitDrafts {
  const split = zoneSplit(shape, line)
  if ('refusal' in split) return split
  const features = split.parts.map((coordinates, at) => ({
    type: 'Feature',
    properties: { name: names[at] },
    geometry: { type: 'MultiPolygon', coordinates },
  }))
  const { zones, faults } = readZoneFile(
    { type: 'FeatureCollection', features },
    { nameProperty: 'name', language },
  )
  const [first, second] = zones
  return first && second && faults.length === 0
    ? { parts: [first, second] }
    : { faults: faults.map(({ feature, fault }) => `${feature} : ${fault}`) }
}
