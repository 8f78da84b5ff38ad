import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, selectField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { francCountries } from '../../../domain/zones/franc-countries.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { mapPlace } from '../../workspace/map-place.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { citiesWording } from './cities-wording.ts'
import type { CityFaults, CityField } from './city-form.ts'
import { cityHref } from './city-request.ts'

export type ListedCity = { city: City; zoneCount: number; hasTariff: boolean }

/** Kilometres as people read them. */
export const kilometersText = (meters: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(meters / 1000)

/** Every city, with what it still lacks. */
export function cityListPage(
  language: Language,
  cities: readonly ListedCity[],
  notice: WorkspaceNotice | undefined,
): OperationsContent {
  const words = citiesWording[language]
  const row = ({ city, zoneCount, hasTariff }: ListedCity) =>
    html`<li><a href="${cityHref(city.id)}"><span><strong>${city.name}</strong><br><span class="soft">${countryName(city.country, language)} · ${words.zoneCount(zoneCount)} · ${words.radiusText(kilometersText(city.serviceRadiusMeters, language))}</span></span>!${hasTariff ? '' : html`<span class="badge waiting">${words.noTariff}</span>`}!${city.opening?.refusesWhenClosed ? html`<span class="badge over">${words.refuses}</span>` : ''}</a></li>`
  return {
    section: 'cities',
    title: words.title,
    notice,
    main: html`<p class="acts"><a class="button primary" href="/operations/cities/new">${words.add}</a> <a class="button plain" href="/operations/promo-codes">${words.promoCodes}</a></p>
!${cities.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<p>${words.lead}</p><ul class="rows">!${cities.map(row)}</ul>`}`,
  }
}

/** The countries that the service knows, to choose from. */
export const countryOptions = (language: Language): { value: string; label: string }[] =>
  Object.keys(francCountries)
    .map((value) => ({ value, label: countryName(value, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))

/** The form of a new city. */
export function newCityPage({
  language,
  typed,
  faults,
  map,
  notice,
  isFormPage,
}: {
  language: Language
  typed: Record<string, string>
  faults: CityFaults
  map: PlaceMap
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}): OperationsContent {
  const words = citiesWording[language]
  const about = (name: CityField, hint?: string) => {
    const fault = faults[name]
    return { name, label: words.fields[name], value: typed[name], hint, error: fault && words.faults[fault] }
  }
  const fields = html`!${textField({ ...about('name'), attributes: { maxlength: 60, required: true, autocomplete: 'off' } })}
!${selectField({ ...about('country'), value: typed.country ?? 'BJ', options: countryOptions(language) })}
!${textField({ ...about('position', words.hints.position), attributes: { maxlength: 2_000, required: true, autocomplete: 'off' } })}
!${mapPlace(map, words.map, 'position')}
!${textField({ ...about('radius', words.hints.radius), attributes: { inputmode: 'decimal', maxlength: 8, required: true, autocomplete: 'off' } })}
!${submitButton(words.submit)}`
  return {
    section: 'cities',
    title: words.newTitle,
    back: { href: '/operations/cities', label: words.title },
    notice,
    isFormPage,
    scripts: ['workspace-map.js'],
    main: postForm('/operations/cities/new', fields),
  }
}
