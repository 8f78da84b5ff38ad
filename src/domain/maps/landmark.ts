import type { Point } from '../../base/kernel/point.ts'
import type { LandmarkKind } from './maps-tables.ts'

/**
 * The map of each city, on our own server: landmarks with names, which are found by a misspelt part of one, and a drawing
 * of water and main roads. An import (`import-map.ts`) puts both in the place of those of the import before. It knows
 * nothing of prices and deliveries.
 */

/** A place that people know by its name. */
export type Landmark = Point & { name: string; kind: LandmarkKind }

/** A landmark of a file that is imported, with its other names, which it is found by as well. */
export type LandmarkDraft = Landmark & { otherNames: readonly string[] }

/** What kinds of landmarks are called: people write `pharmacie` before a name that has it not. */
export const kindWords: Record<LandmarkKind, { fr: string; en: string }> = {
  MARKET: { fr: 'marché', en: 'market' },
  PHARMACY: { fr: 'pharmacie', en: 'pharmacy' },
  HEALTH: { fr: 'centre de santé', en: 'health centre' },
  SCHOOL: { fr: 'école', en: 'school' },
  MOSQUE: { fr: 'mosquée', en: 'mosque' },
  CHURCH: { fr: 'église', en: 'church' },
  FUEL: { fr: 'station-service', en: 'filling station' },
  HOTEL: { fr: 'hôtel', en: 'hotel' },
  BANK: { fr: 'banque', en: 'bank' },
  PUBLIC: { fr: 'lieu public', en: 'public place' },
  JUNCTION: { fr: 'carrefour', en: 'junction' },
  QUARTER: { fr: 'quartier', en: 'quarter' },
}

/** The kinds by which a courier finds a door, the ones that are seen from the road first. */
export const landmarkKinds = Object.keys(kindWords) as LandmarkKind[]

/** Bounds of an import: a capital of the region has about 10,000 names. */
export const mapLimits = {
  landmarks: 30_000,
  nameLength: 80,
  /** The drawing of a city, compressed by gzip. */
  drawingBytes: 80_000,
} as const
