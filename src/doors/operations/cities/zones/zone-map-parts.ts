import type { FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { ZonePlan } from '../../../../domain/zones/changing/zone-plan.ts'
import type { ZoneCheck, ZoneOverlap } from '../../../../domain/zones/checking/zone-overlaps.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import type { ZoneShape } from '../../../../domain/zones/zone-shape.ts'
import { languageOf } from '../../../../http/response-language.ts'
import type { PlaceMap } from '../../../../pages/place-map.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { cityHref } from '../city-request.ts'

/** What a shape on a map of zones stands for; the style sheet and the legend name them too. */
type DrawnKind = 'KEPT' | 'ADDED' | 'BEFORE' | 'AFTER' | 'RETIRED' | 'OVERLAP' | 'GAP' | 'EDITED'

/** A shape as the script draws it; `name` is written into it. */
type DrawnShape = { kind: DrawnKind; name: string | null; shape: ZoneShape }

/** What the script of a map of zones is given. */
type ZoneMap = {
  map: PlaceMap
  /** Where the shapes are read. */
  shapes: string
  /** What is drawn into the field of the page; null where the map only shows. */
  draws: Drawing | null
}
type Drawing = { what: 'SHAPE' | 'VERTICES' | 'LINE'; field: string; library: string; language: Language }

/** The scripts of a page with such a map. */
export const zoneMapScripts = ['workspace-map.js', 'zone-map.js'] as const

/**
 * A place for a map of the zones of a city. `shapes` is the address of what it shows, under that of the
 * zones; with `draws` it writes what is drawn on it into a field of the page.
 */
export function zoneMapPlace(
  deps: OperationsDeps,
  request: FastifyRequest,
  city: City,
  { shapes, draws, label }: { shapes: string; draws?: Pick<Drawing, 'what' | 'field'>; label: string },
): string {
  const about: ZoneMap = {
    map: { ...deps.cityMapOf(city), outline: null },
    shapes: cityHref(city.id, `/zones${shapes}`),
    draws: draws ? { ...draws, library: deps.geomanLibrary, language: languageOf(request) } : null,
  }
  return html`<div class="map zones" role="region" aria-label="${label}"
 data-zones="${JSON.stringify(about)}" hidden></div>`
}

const legendNames = {
  ADDED: 'Added',
  BEFORE: 'Outline before',
  AFTER: 'New outline',
  RETIRED: 'Retired',
  KEPT: 'Unchanged',
  OVERLAP: 'Overlap',
  GAP: 'Gap',
} as const

/** What the colours of a map of zones mean. */
export const mapLegend = (kinds: readonly Exclude<DrawnKind, 'EDITED'>[], language: Language): string =>
  html`<p class="map-legend">!${kinds.map(
    (kind) =>
      html`<span><i class="swatch ${kind.toLowerCase()}"></i> ${speak(language)(legendNames[kind])}</span> `,
  )}</p>`

/** Square kilometres as people read them, without the unit: `5,54`, `0,0012`. */
export const squareKilometers = (squareMeters: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: squareMeters >= 100_000 ? 2 : 4 }).format(
    squareMeters / 1e6,
  )

/** The same with the unit: `5,54 km²`. */
export const areaText = (squareMeters: number, language: Language): string =>
  speak(language)('{area} km²', { area: squareKilometers(squareMeters, language) })

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
