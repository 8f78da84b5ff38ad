import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { postForm, selectField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { PlaceMap } from '../../../base/pages/place-map.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import { francCountries } from '../../../domain/zones/franc-countries.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { mapPlace } from '../../../web/map-place.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import type { CityFaults, CityField } from './city-form.ts'
import { cityHref } from './city-request.ts'

type ListedCity = { city: City; zoneCount: number; hasTariff: boolean }

export const citiesFaults = {
  MISSING: 'Please fill this in.',
  TOO_LONG: 'At most 60 characters.',
  COUNTRY: 'Choose a country.',
  POSITION: 'We read no position in this. Example: 6.3654, 2.4183.',
  RADIUS: 'A number of kilometres from 0.1 to 200.',
} as const

export const citiesFields = {
  name: 'Name of the city',
  country: 'Country',
  position: 'Centre',
  radius: 'Served radius, in kilometres',
} as const

/** Kilometres as people read them. */
export const kilometersText = (meters: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(meters / 1000)

/** Every city, with what it still lacks. */
export function cityListPage(
  language: Language,
  cities: readonly ListedCity[],
  notice: WorkspaceNotice | undefined,
): OperationsContent {
  const t = speak(language)
  const row = ({ city, zoneCount, hasTariff }: ListedCity) =>
    html`<li><a href="${cityHref(city.id)}"><span><strong>${city.name}</strong><br><span class="soft">${countryName(city.country, language)} · ${t('{count, plural, =0 {No zone} one {1 zone} other {{count} zones}}', { count: zoneCount })} · ${t('radius of {km} km', { km: kilometersText(city.serviceRadiusMeters, language) })}</span></span>!${hasTariff ? '' : html`<span class="badge waiting">${t('No tariff: nothing there has a price yet')}</span>`}!${city.opening?.refusesWhenClosed ? html`<span class="badge over">${t('Refuses orders outside its hours')}</span>` : ''}</a></li>`
  return {
    section: 'cities',
    title: t('Cities'),
    notice,
    main: html`<p class="acts"><a class="button primary" href="/operations/cities/new">${t('Add a city')}</a> <a class="button plain" href="/operations/promo-codes">${t('Promo codes')}</a></p>
!${cities.length === 0 ? html`<p class="empty">${t('No city yet. Add the first: a name, a centre on the map, a radius.')}</p>` : html`<p>${t('Where the service delivers. A city is served within a radius around its centre, and has zones for its prices.')}</p><ul class="rows">!${cities.map(row)}</ul>`}`,
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
  const t = speak(language)
  const about = (name: CityField, hint?: string) => {
    const fault = faults[name]
    return {
      name,
      label: t(citiesFields[name]),
      value: typed[name],
      hint,
      error: fault && t(citiesFaults[fault]),
    }
  }
  const fields = html`!${textField({ ...about('name'), attributes: { maxlength: 60, required: true, autocomplete: 'off' } })}
!${selectField({ ...about('country'), value: typed.country ?? 'BJ', options: countryOptions(language) })}
!${textField({ ...about('position', t('Tap the map in the middle of the city, or paste coordinates or the link of a map.')), attributes: { maxlength: 2_000, required: true, autocomplete: 'off' } })}
!${mapPlace(map, t('Map: tap the middle of the city'), 'position')}
!${textField({ ...about('radius', t('What is farther from the centre, and in no zone, is not served.')), attributes: { inputmode: 'decimal', maxlength: 8, required: true, autocomplete: 'off' } })}
!${submitButton(t('Add the city'))}`
  return {
    section: 'cities',
    title: t('New city'),
    back: { href: '/operations/cities', label: t('Cities') },
    notice,
    isFormPage,
    scripts: ['workspace-map.js'],
    main: postForm('/operations/cities/new', fields),
  }
}
