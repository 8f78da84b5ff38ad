import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { ZoneCheck } from '../../../../domain/zones/checking/zone-overlaps.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { cityHref } from '../city-request.ts'
import type { ZoneMap } from './zone-drawing-view.ts'
import { areaText, mapLegend, zoneMapPlace } from './zone-map-page.ts'
import { zonesWording } from './zones-wording.ts'

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
  const words = zonesWording[language]
  const href = cityHref(city.id, '/zones')
  const row = ({ id, name, areaSquareMeters, priority }: Zone) =>
    html`<li><a href="${href}/${id}"><span><strong>${name}</strong></span><span class="soft">${words.area(areaText(areaSquareMeters, language))}${priority === 0 ? '' : ` · ${words.priority(priority)}`}</span></a></li>`
  return {
    section: 'cities',
    title: words.title,
    back: { href: cityHref(city.id), label: city.name },
    notice,
    isWide: true,
    scripts: ['workspace-map.js', 'zone-map.js'],
    main: html`<p class="acts"><a class="button primary" href="${href}/import">${words.importZones}</a> <a class="button plain" href="${href}/new">${words.draw}</a></p>
!${zones.length === 0 ? html`<p class="empty">${words.none}</p>` : html`!${zoneMapPlace(map, words.map(city.name))}<div class="columns"><ul class="rows">!${zonesByName(zones).map(row)}</ul>!${checkSection(language, check)}</div>`}`,
  }
}

function checkSection(language: Language, check: ZoneCheck | undefined): string {
  const words = zonesWording[language].check
  const { area } = zonesWording[language]
  if (!check) return html`<section class="card"><h2>${words.title}</h2><p>${words.tooLong}</p></section>`
  const line = (what: string, squareMeters: number) =>
    html`<div><dt>${what}</dt><dd>${area(areaText(squareMeters, language))}</dd></div>`
  const { overlaps, gaps, coveredSquareMeters } = check
  return html`<section class="card" id="check"><h2>${words.title}</h2>
!${overlaps.length + gaps.length === 0 ? html`<p>${words.none}</p>` : mapLegend([...(overlaps.length > 0 ? (['OVERLAP'] as const) : []), ...(gaps.length > 0 ? (['GAP'] as const) : [])], language)}
!${overlaps.length > 0 ? html`<p class="hint">${words.overlapLead}</p>` : ''}!${gaps.length > 0 ? html`<p class="hint">${words.gapLead}</p>` : ''}
<dl>!${overlaps.map(({ zones, areaSquareMeters }) => line(words.overlap(zones), areaSquareMeters))}!${gaps.map(({ areaSquareMeters }, at) => line(words.gap(at + 1), areaSquareMeters))}!${line(words.covered, coveredSquareMeters)}</dl></section>`
}
