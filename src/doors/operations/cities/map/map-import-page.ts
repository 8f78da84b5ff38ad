import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { type CityMapFacts, defaultAttribution } from '../../../../domain/maps/city-map-facts.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { mapPlace } from '../../../../web/map-place.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { cityHref } from '../city-request.ts'

export type MapImportScreen = {
  language: Language
  city: City
  now: Date
  facts: CityMapFacts | undefined
  map: PlaceMap
  maxMegabytes: number
  typed: Record<string, string>
  errors: { file?: string; attribution?: string }
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** The map of a city: what was imported, the form for another one, and its removal. */
export function mapImportPage(screen: MapImportScreen): OperationsContent {
  const { language, city, facts, map, notice, isFormPage } = screen
  const t = speak(language)
  return {
    section: 'cities',
    title: t('Map and landmarks'),
    back: { href: cityHref(city.id), label: city.name },
    notice,
    isFormPage,
    scripts: ['workspace-map.js'],
    main: html`<p>${t('Landmarks that are found by their names, and a drawing of water and main roads under the zones. No other service is asked anything.')}</p>!${facts ? factsCard(screen, facts) : html`<p>${t('This city has no map yet.')}</p>`}
!${facts ? mapPlace(map, t('The map of {city} as customers see it', { city: city.name })) : ''}!${importForm(screen)}!${facts ? removal(screen) : ''}`,
  }
}

function factsCard({ language, city, now }: MapImportScreen, facts: CityMapFacts): string {
  const t = speak(language)
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const importedAt = momentText(facts.importedAt, { now, timeZone: city.timeZone }, language)
  return html`<section class="card"><dl>!${fact(t('File'), facts.fileName)}!${fact(t('Imported'), importedAt)}!${fact(t('Landmarks'), facts.landmarkCount.toLocaleString(language))}!${fact(t('Roads and waters drawn'), facts.lineCount.toLocaleString(language))}!${fact(t('Source'), facts.attribution)}</dl></section>`
}

function importForm({ language, city, facts, maxMegabytes, typed, errors }: MapImportScreen): string {
  const t = speak(language)
  const file = html`<div class="field!${errors.file ? ' wrong' : ''}"><label for="file">${t('File')}</label><input type="file" id="file" name="file" accept=".pbf,.geojson,.json,application/geo+json,application/json" required>!${errors.file ? html`<p class="error" role="alert">${errors.file}</p>` : ''}</div>`
  const attribution = textField({
    name: 'attribution',
    label: t('Source to name on the map'),
    hint: t('The licence of OpenStreetMap (ODbL) asks for it to be named.'),
    value: typed.attribution ?? facts?.attribution ?? defaultAttribution,
    error: errors.attribution,
    attributes: { maxlength: 200, required: true, autocomplete: 'off' },
  })
  return html`<section class="card"><h2>${t('Import a map')}</h2><p>${t('An OpenStreetMap extract of the city (.osm.pbf), or GeoJSON, of at most {megabytes} MB. A larger file, such as that of a country, is imported on the server: colis map import.', { megabytes: maxMegabytes })}</p>!${facts ? html`<p>${t('The imported map replaces the one before.')}</p>` : ''}
<form method="post" action="${cityHref(city.id, '/map')}" enctype="multipart/form-data" class="stack">!${file}!${attribution}!${submitButton(t('Import'))}</form></section>`
}

function removal({ language, city }: MapImportScreen): string {
  const t = speak(language)
  const form = postForm(
    cityHref(city.id, '/map/remove'),
    html`!${hiddenField('sure', 'yes')}!${submitButton(t('Remove'), 'danger')}`,
  )
  return html`<details class="card"><summary>${t('Remove the map')}</summary><p>${t('Landmarks and drawing go; zones and prices stay.')}</p>!${form}</details>`
}
