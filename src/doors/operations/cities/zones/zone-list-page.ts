import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { ZoneCheck } from '../../../../domain/zones/checking/zone-overlaps.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { cityHref } from '../city-request.ts'
import type { ZoneMap } from './zone-drawing-view.ts'
import { areaText, mapLegend, zoneMapPlace } from './zone-map-page.ts'

type ZoneListScreen = {
  language: Language
  city: City
  zones: readonly Zone[]
  map: ZoneMap
  /** Undefined where the check was given up. */
  check: ZoneCheck | undefined
  notice: WorkspaceNotice | undefined
}

/** The zones of a city on a map and in a list, with what is wrong between them. */
export function zoneListPage({
  language,
  city,
  zones,
  map,
  check,
  notice,
}: ZoneListScreen): OperationsContent {
  const t = speak(language)
  const href = cityHref(city.id, '/zones')
  const row = ({ id, name, areaSquareMeters, priority }: Zone) =>
    html`<li><a href="${href}/${id}"><span><strong>${name}</strong></span><span class="soft">${t('{area} km²', { area: areaText(areaSquareMeters, language) })}${priority === 0 ? '' : ` · ${t('priority {priority}', { priority })}`}</span></a></li>`
  return {
    section: 'cities',
    title: t('Zones'),
    back: { href: cityHref(city.id), label: city.name },
    notice,
    isWide: true,
    scripts: ['workspace-map.js', 'zone-map.js'],
    main: html`<p class="acts"><a class="button primary" href="${href}/import">${t('Import a file')}</a> <a class="button plain" href="${href}/new">${t('Draw a zone')}</a></p>
!${zones.length === 0 ? html`<p class="empty">${t('No zone yet: the whole radius is served, and a price depends on the distance alone.')}</p>` : html`!${zoneMapPlace(map, t('Map of the zones of {city}', { city: city.name }))}<div class="columns"><ul class="rows">!${zonesByName(zones).map(row)}</ul>!${checkSection(language, check)}</div>`}`,
  }
}

function checkSection(language: Language, check: ZoneCheck | undefined): string {
  const t = speak(language)
  if (!check)
    return html`<section class="card"><h2>${t('Overlaps and gaps')}</h2><p>${t('The outlines are too detailed to be checked here: simplify them.')}</p></section>`
  const line = (what: string, squareMeters: number) =>
    html`<div><dt>${what}</dt><dd>${t('{area} km²', { area: areaText(squareMeters, language) })}</dd></div>`
  const { overlaps, gaps, coveredSquareMeters } = check
  return html`<section class="card" id="check"><h2>${t('Overlaps and gaps')}</h2>
!${overlaps.length + gaps.length === 0 ? html`<p>${t('No zone lies over another, and they enclose no gap.')}</p>` : mapLegend([...(overlaps.length > 0 ? (['OVERLAP'] as const) : []), ...(gaps.length > 0 ? (['GAP'] as const) : [])], language)}
!${overlaps.length > 0 ? html`<p class="hint">${t('Where two zones overlap, the highest priority holds, then the smallest zone.')}</p>` : ''}!${gaps.length > 0 ? html`<p class="hint">${t('In a gap, a price depends on the distance alone.')}</p>` : ''}
<dl>!${overlaps.map(({ zones: [one, other], areaSquareMeters }) => line(t('{one} and {other} overlap', { one, other }), areaSquareMeters))}!${gaps.map(({ areaSquareMeters }, at) => line(t('Gap no. {number}, between zones', { number: at + 1 }), areaSquareMeters))}!${line(t('Covered by zones'), coveredSquareMeters)}</dl></section>`
}
