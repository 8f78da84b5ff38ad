import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { Point } from '../../base/kernel/point.ts'
import type { LandmarkKind } from './maps-tables.ts'

/**
 * The map of each city, on our own server: landmarks with names, which are found by a misspelt part of one,
 * and a drawing of water and main roads. An import (`import-map.ts`) puts both in the place of those of the
 * import before. It knows nothing of prices and deliveries.
 */

/** A place that people know by its name. */
export type Landmark = Point & { name: string; kind: LandmarkKind }

/** A landmark of a file that is imported, with its other names, which it is found by as well. */
export type LandmarkDraft = Landmark & { otherNames: readonly string[] }

/** What kinds of landmarks are called: people write `pharmacie` before a name that has it not. */
export const kindWords: Record<LandmarkKind, Record<SpokenLanguage, string>> = {
  MARKET: { fr: 'marché', en: 'market', pt: 'mercado', es: 'mercado' },
  PHARMACY: { fr: 'pharmacie', en: 'pharmacy', pt: 'farmácia', es: 'farmacia' },
  HEALTH: { fr: 'centre de santé', en: 'health centre', pt: 'centro de saúde', es: 'centro de salud' },
  SCHOOL: { fr: 'école', en: 'school', pt: 'escola', es: 'escuela' },
  MOSQUE: { fr: 'mosquée', en: 'mosque', pt: 'mesquita', es: 'mezquita' },
  CHURCH: { fr: 'église', en: 'church', pt: 'igreja', es: 'iglesia' },
  FUEL: { fr: 'station-service', en: 'filling station', pt: 'bomba de gasolina', es: 'gasolinera' },
  HOTEL: { fr: 'hôtel', en: 'hotel', pt: 'hotel', es: 'hotel' },
  BANK: { fr: 'banque', en: 'bank', pt: 'banco', es: 'banco' },
  PUBLIC: { fr: 'lieu public', en: 'public place', pt: 'lugar público', es: 'lugar público' },
  JUNCTION: { fr: 'carrefour', en: 'junction', pt: 'cruzamento', es: 'cruce' },
  QUARTER: { fr: 'quartier', en: 'quarter', pt: 'bairro', es: 'barrio' },
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
