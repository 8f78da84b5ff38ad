import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { type CityMapFacts, defaultAttribution } from '../../../../domain/maps/city-map-facts.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { mapPlace } from '../../../workspace/map-place.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { cityHref } from '../city-request.ts'
import { mapImportWording } from './map-import-wording.ts'

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
  const words = mapImportWording[language]
  return {
    section: 'cities',
    title: words.title,
    back: { href: cityHref(city.id), label: city.name },
    notice,
    isFormPage,
    scripts: ['workspace-map.js'],
    main: html`<p>${words.lead}</p>!${facts ? factsCard(screen, facts) : html`<p>${words.none}</p>`}
!${facts ? mapPlace(map, words.mapOf(city.name)) : ''}!${importForm(screen)}!${facts ? removal(screen) : ''}`,
  }
}

function factsCard({ language, city, now }: MapImportScreen, facts: CityMapFacts): string {
  const words = mapImportWording[language].facts
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const importedAt = momentText(facts.importedAt, { now, timeZone: city.timeZone }, language)
  return html`<section class="card"><dl>!${fact(words.file, facts.fileName)}!${fact(words.importedAt, importedAt)}!${fact(words.landmarks, facts.landmarkCount.toLocaleString(language))}!${fact(words.lines, facts.lineCount.toLocaleString(language))}!${fact(words.attribution, facts.attribution)}</dl></section>`
}

function importForm({ language, city, facts, maxMegabytes, typed, errors }: MapImportScreen): string {
  const words = mapImportWording[language].form
  const file = html`<div class="field!${errors.file ? ' wrong' : ''}"><label for="file">${words.file}</label><input type="file" id="file" name="file" accept=".pbf,.geojson,.json,application/geo+json,application/json" required>!${errors.file ? html`<p class="error" role="alert">${errors.file}</p>` : ''}</div>`
  const attribution = textField({
    name: 'attribution',
    label: words.attribution,
    hint: words.attributionHint,
    value: typed.attribution ?? facts?.attribution ?? defaultAttribution,
    error: errors.attribution,
    attributes: { maxlength: 200, required: true, autocomplete: 'off' },
  })
  return html`<section class="card"><h2>${words.heading}</h2><p>${words.lead(maxMegabytes)}</p>!${facts ? html`<p>${words.replaces}</p>` : ''}
<form method="post" action="${cityHref(city.id, '/map')}" enctype="multipart/form-data" class="stack">!${file}!${attribution}!${submitButton(words.submit)}</form></section>`
}

function removal({ language, city }: MapImportScreen): string {
  const words = mapImportWording[language].remove
  const form = postForm(
    cityHref(city.id, '/map/remove'),
    html`!${hiddenField('sure', 'yes')}!${submitButton(words.submit, 'danger')}`,
  )
  return html`<details class="card"><summary>${words.summary}</summary><p>${words.lead}</p>!${form}</details>`
}
