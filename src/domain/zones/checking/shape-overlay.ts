import { difference } from '@turf/difference'
import { intersect } from '@turf/intersect'
import { union } from '@turf/union'
import type { Feature, MultiPolygon, Polygon } from 'geojson'
import type { ZoneShape } from '../zone-shape.ts'

/**
 * Shapes laid over each other. The library computes with exact figures, and takes a second for some thousands
 * of positions: whatever calls this runs in a thread of its own.
 */
export const bothShapes = (one: ZoneShape, other: ZoneShape): ZoneShape =>
  shapeOf(intersect(collection([one, other])))

/** What is left of a shape without another. */
export const shapeWithout = (one: ZoneShape, other: ZoneShape): ZoneShape =>
  shapeOf(difference(collection([one, other])))

/** What any of the shapes holds. */
export const allShapes = (shapes: readonly ZoneShape[]): ZoneShape =>
  shapes.length < 2 ? [...(shapes[0] ?? [])] : shapeOf(union(collection(shapes)))

const collection = (shapes: readonly ZoneShape[]) => ({
  type: 'FeatureCollection' as const,
  features: shapes.map((coordinates) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'MultiPolygon' as const, coordinates },
  })),
})

function shapeOf(feature: Feature<Polygon | MultiPolygon> | null): ZoneShape {
  if (!feature) return []
  const { type, coordinates } = feature.geometry
  return type === 'Polygon' ? [coordinates] : coordinates
}
