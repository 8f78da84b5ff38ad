import { html } from 'ghtml'
import type { PlaceMap } from '../pages/place-map.ts'

/**
 * A place for a map that only shows, or with `field` one on which a position is chosen: a tap writes `lat,
 * lng` into the field of that name, which can be typed into as well. The page names `workspace-map.js` among
 * its scripts.
 */
export function mapPlace(about: PlaceMap, label: string, field = ''): string {
  const data = html`data-map="${JSON.stringify(about)}" data-field="${field}"`
  return html`<div class="map" role="region" aria-label="${label}" !${data} hidden></div>`
}
