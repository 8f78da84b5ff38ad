import type { AuditValues } from '../audit/audited-act.ts'

/** What is known of the map of a city without reading it. */
export type CityMapFacts = {
  cityId: string
  /** Another one after each import. */
  importId: string
  fileName: string
  attribution: string
  /** The hash of the drawing, by which browsers keep it. */
  drawingSha256: string
  landmarkCount: number
  lineCount: number
  importedAt: Date
}

/** Whom data of OpenStreetMap must name (ODbL). */
export const defaultAttribution = '© OpenStreetMap'

/** What the audit keeps of the map of a city. */
export const mapValues = ({
  fileName,
  attribution,
  landmarkCount,
  lineCount,
  drawingSha256,
}: CityMapFacts): AuditValues => ({
  fileName,
  attribution,
  landmarkCount,
  lineCount,
  drawing: drawingSha256.slice(0, 12),
})
