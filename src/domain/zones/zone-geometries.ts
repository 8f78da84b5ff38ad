const areaTypes: readonly unknown[] = ['Polygon', 'MultiPolygon', 'GeometryCollection']
const strayTypes: readonly unknown[] = ['Point', 'MultiPoint', 'LineString', 'MultiLineString']

/**
 * Whether a feature may be a zone: it is drawn as an area, or cannot be read, which is then said of it.
 * Places that somebody marked, streets and labels stand beside the zones of many files.
 */
export function mayBeZone(feature: unknown): boolean {
  const geometry = isRecord(feature) ? feature.geometry : undefined
  if (!isRecord(geometry)) return true
  if (geometry.type !== 'GeometryCollection') return !strayTypes.includes(geometry.type)
  const { geometries } = geometry
  const types = (Array.isArray(geometries) ? geometries : []).map((each) => isRecord(each) && each.type)
  return types.length === 0 || types.some((type) => areaTypes.includes(type))
}

/** The polygons of a collection of geometries, however deep, and how many other things are in it. */
export function collectedPolygons(collection: unknown): { polygons: unknown[]; strayParts: number } {
  const polygons: unknown[] = []
  let strayParts = 0
  const pending: unknown[] = [collection]
  for (let geometry = pending.pop(); geometry !== undefined; geometry = pending.pop()) {
    const { type, coordinates, geometries } = isRecord(geometry) ? geometry : {}
    if (type === 'GeometryCollection' && Array.isArray(geometries)) pending.push(...geometries.toReversed())
    else if (type === 'Polygon') polygons.push(coordinates)
    else if (type === 'MultiPolygon' && Array.isArray(coordinates)) polygons.push(...coordinates)
    else strayParts += 1
  }
  return { polygons, strayParts }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
