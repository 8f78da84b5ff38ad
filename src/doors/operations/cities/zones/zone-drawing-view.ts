import type { PlaceMap } from '../../../../base/pages/place-map.ts'
import type { ZonePlan } from '../../../../domain/zones/changing/zone-plan.ts'
import type { ZoneCheck, ZoneOverlap } from '../../../../domain/zones/checking/zone-overlaps.ts'
import type { Zone } from '../../../../domain/zones/service-map.ts'
import type { ZoneShape } from '../../../../domain/zones/zone-shape.ts'

/** What a shape on a map of zones stands for; the style sheet and the legend name them too. */
export type DrawnKind = 'KEPT' | 'ADDED' | 'BEFORE' | 'AFTER' | 'RETIRED' | 'OVERLAP' | 'GAP' | 'EDITED'

/** A shape as the script draws it; `name` is written into it. */
type DrawnShape = { kind: DrawnKind; name: string | null; shape: ZoneShape }

/** What the script of a map of zones is given. */
export type ZoneMap = {
  map: PlaceMap
  /** Where the shapes are read. */
  shapes: string
  /** What is drawn into the field of the page; null where the map only shows. */
  draws: { what: 'SHAPE' | 'VERTICES' | 'LINE'; field: string; library: string; language: 'fr' | 'en' } | null
}

/** About a decimetre: finer figures only make the page heavier. */
const shown = (degrees: number): number => Number(degrees.toFixed(6))

const drawn = (kind: DrawnKind, name: string | null, shape: ZoneShape): DrawnShape => ({
  kind,
  name,
  shape: shape.map((polygon) => polygon.map((ring) => ring.map((position) => position.map(shown)))),
})

/** The zones of a city as they stand, with their overlaps and gaps where they are known. */
export const drawnZones = (zones: readonly Zone[], check: ZoneCheck | undefined): DrawnShape[] => [
  ...zones.map(({ name, shape }) => drawn('KEPT', name, shape)),
  ...(check?.overlaps ?? []).map(({ shape }) => drawn('OVERLAP', null, shape)),
  ...(check?.gaps ?? []).map(({ shape }) => drawn('GAP', null, shape)),
]

/** The zones of a city while one of them is edited, whose points keep all their figures. */
export const drawnAround = (zones: readonly Zone[], editedId: string): DrawnShape[] =>
  zones.map(({ id, name, shape }) =>
    id === editedId ? { kind: 'EDITED', name, shape } : drawn('KEPT', name, shape),
  )

/** What a plan does, drawn, and where its zones would lie over others. */
export const drawnPlan = (
  { added, changed, unchanged, retired, kept }: ZonePlan,
  overlaps: readonly ZoneOverlap[],
): DrawnShape[] => [
  ...[...kept, ...unchanged].map(({ name, shape }) => drawn('KEPT', name, shape)),
  ...retired.map(({ name, shape }) => drawn('RETIRED', name, shape)),
  ...changed.map(({ before }) => drawn('BEFORE', null, before.shape)),
  ...changed.map(({ after }) => drawn('AFTER', after.name, after.shape)),
  ...added.map(({ name, shape }) => drawn('ADDED', name, shape)),
  ...overlaps.map(({ shape }) => drawn('OVERLAP', null, shape)),
]
