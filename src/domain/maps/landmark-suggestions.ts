import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { kindWords } from './landmark.ts'
import type { LandmarkIndex } from './landmark-index.ts'

/** More names do not fit beside a map on a phone. */
const maxSuggestions = 6

/** What `map-streets.js` offers to whoever types the name of a landmark. */
type LandmarkSuggestions = {
  landmarks: { name: string; kind: string; at: [lat: number, lng: number] }[]
}

/** The landmarks that resemble what was typed, worded; `typed` may be anything that stands in an address. */
export function landmarkSuggestions(
  index: LandmarkIndex | undefined,
  typed: unknown,
  language: SpokenLanguage,
): LandmarkSuggestions {
  const found = typeof typed === 'string' ? (index?.search(typed, maxSuggestions) ?? []) : []
  return {
    landmarks: found.map(({ name, kind, lat, lng }) => ({
      name,
      kind: kindWords[kind][language],
      at: [Number(lat.toFixed(5)), Number(lng.toFixed(5))],
    })),
  }
}
