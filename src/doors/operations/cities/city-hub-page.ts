import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { mapPlace } from '../../../web/map-place.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { citiesFields, kilometersText } from './city-list-page.ts'
import { cityHref } from './city-request.ts'

/** What can be seen and changed of a city: each leads to pages of its own. */
const hubLinks = [
  { path: '/zones', label: 'Zones', lead: 'Import, draw, split, retire; overlaps and gaps.' },
  {
    path: '/map',
    label: 'Map and landmarks',
    lead: 'Import an OpenStreetMap extract: landmarks that are found, water and main roads.',
  },
  {
    path: '/hours',
    label: 'Hours and closed days',
    lead: 'When orders are taken, and whether others are refused.',
  },
  { path: '/tariff', label: 'Tariff', lead: 'What a trip costs, and the trial of a new tariff.' },
  {
    path: '/pairs',
    label: 'Prices between zones',
    lead: 'Prices from one zone to another, and their CSV file.',
  },
  { path: '/demand', label: 'Rain and high demand', lead: 'Surcharges that end by themselves.' },
] as const

export type HubScreen = {
  language: Language
  city: City
  map: PlaceMap
  typedRadius: string
  fault: string | undefined
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** One city: where it lies, and what can be changed of it. */
export function cityHubPage(screen: HubScreen): OperationsContent {
  const { language, city, map, notice, isFormPage } = screen
  const t = speak(language)
  const link = ({ path, label, lead }: (typeof hubLinks)[number]) =>
    html`<li><a href="${cityHref(city.id, path)}"><span><strong>${t(label)}</strong><br><span class="soft">${t(lead)}</span></span></a></li>`
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return {
    section: 'cities',
    title: city.name,
    back: { href: '/operations/cities', label: t('Cities') },
    notice,
    isFormPage,
    scripts: ['workspace-map.js'],
    acts: city.opening?.refusesWhenClosed
      ? html`<span class="badge over">${t('Refuses orders outside its hours')}</span>`
      : '',
    main: html`<ul class="rows">!${hubLinks.map(link)}</ul>
!${mapPlace(map, t('Map of {city}', { city: city.name }))}
<section class="card"><dl>!${fact(t('Country'), countryName(city.country, language))}!${fact(t('Time zone'), city.timeZone)}!${fact(t('Currency'), city.currency)}!${fact(t('Centre'), `${city.center.lat.toFixed(5)}, ${city.center.lng.toFixed(5)}`)}!${fact(t('Radius'), `${kilometersText(city.serviceRadiusMeters, language)} km`)}</dl></section>
!${radiusForm(screen)}`,
  }
}

function radiusForm({ language, city, typedRadius, fault }: HubScreen): string {
  const t = speak(language)
  const field = textField({
    name: 'radius',
    label: t(citiesFields.radius),
    value: typedRadius,
    hint: t('What is farther from the centre, and in no zone, is not served.'),
    error: fault,
    attributes: { inputmode: 'decimal', maxlength: 8, required: true, autocomplete: 'off' },
  })
  return html`<details class="card"!${fault ? ' open' : ''}><summary>${t('Change the radius')}</summary>!${postForm(cityHref(city.id), html`!${field}!${submitButton(t('Save'))}`)}</details>`
}
