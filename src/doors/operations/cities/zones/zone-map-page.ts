import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { speak } from '../../operations-words.ts'
import type { DrawnKind, ZoneMap } from './zone-drawing-view.ts'

const legendNames = {
  ADDED: 'Added',
  BEFORE: 'Outline before',
  AFTER: 'New outline',
  RETIRED: 'Retired',
  KEPT: 'Unchanged',
  OVERLAP: 'Overlap',
  GAP: 'Gap',
} as const

/** A place for a map of zones; the page names `workspace-map.js` and `zone-map.js` among its scripts. */
export const zoneMapPlace = (about: ZoneMap, label: string): string =>
  html`<div class="map zones" role="region" aria-label="${label}" data-zones="${JSON.stringify(about)}" hidden></div>`

/** What the colours of a map of zones mean. */
export const mapLegend = (kinds: readonly Exclude<DrawnKind, 'EDITED'>[], language: Language): string =>
  html`<p class="map-legend">!${kinds.map(
    (kind) =>
      html`<span><i class="swatch ${kind.toLowerCase()}"></i> ${speak(language)(legendNames[kind])}</span> `,
  )}</p>`

/** Square kilometres as people read them: `5,54`, `0,0012`. */
export const areaText = (squareMeters: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    maximumFractionDigits: squareMeters >= 100_000 ? 2 : 4,
  }).format(squareMeters / 1e6)
