/** Zones by name as people count: the 2nd before the 10th. */
export const zonesByName = <T extends { name: string }>(zones: readonly T[]): T[] =>
  zones.toSorted((one, other) => one.name.localeCompare(other.name, 'fr', { numeric: true }))
