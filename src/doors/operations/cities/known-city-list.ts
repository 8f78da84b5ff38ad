import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import { foldedText } from '../../../base/kernel/folded-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { type KnownCity, knownCities } from '../../../domain/pricing/known/known-cities.ts'
import { zoneDraftsOf } from '../../../domain/pricing/known/known-zones.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { languageOf } from '../../../http/response-language.ts'
import { textField } from '../../../pages/form-parts.ts'
import { hrefWith } from '../../../pages/list-parts.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { citiesHref } from './city-request.ts'

export const knownHref = `${citiesHref}/known`

/** Where a known city is looked at and opened. */
const knownCityHref = ({ country, name }: KnownCity): string =>
  `${knownHref}/${country}/${encodeURIComponent(name)}`

/** The known cities that are not served yet. */
const citiesLeft = (served: readonly City[]): KnownCity[] =>
  knownCities.filter(({ country, name }) => !served.some((city) => isSame(city, { country, name })))

const isSame = (one: { country: string; name: string }, other: { country: string; name: string }): boolean =>
  one.country === other.country && lettersOf(one.name) === lettersOf(other.name)

/** Where a city is added: chosen among those that are known, or by hand once all of them are served. */
export const addCityHref = (served: readonly City[]): string =>
  citiesLeft(served).length > 0 ? knownHref : `${citiesHref}/new`

/** `/operations/cities/known`: the cities that one may begin with, to choose from or to search in. */
export async function knownCityListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get(knownHref, { config: { operates: 'MANAGE' } }, (request, reply) => {
    const { q } = (request.query ?? {}) as Record<string, unknown>
    const typed = typeof q === 'string' ? cleanedLine(q.slice(0, 400)).slice(0, 60) : ''
    const language = languageOf(request)
    const t = speak(language)
    const sought = lettersOf(typed)
    const found = citiesLeft(deps.pricing.map.current().cities).filter((city) =>
      lettersOf(`${city.name} ${countryName(city.country, language)}`).includes(sought),
    )
    const byHand = hrefWith(`${citiesHref}/new`, { name: typed })
    const hand = html`<p><a class="button plain" href="${byHand}">${t('Add another city by hand')}</a></p>`
    const unknown = t('“{typed}” is none of the cities that we know. Add it by hand.', { typed })
    const none = typed === '' ? t('Every city that we know is served already.') : unknown
    return deps.sendPage(request, reply, 200, {
      section: 'cities',
      title: t('Which city?'),
      back: { href: citiesHref, label: t('Cities') },
      main: html`<p>${t('A known city comes with its place, its time zone and a draft of its prices.')}</p>
!${searchForm(typed, language)}
!${hand}
!${found.length > 0 ? countryParts(found, language) : html`<p class="empty">${none}</p>`}`,
    })
  })
}

/** A text as it is sought: `saint louis` finds Saint-Louis. */
const lettersOf = (text: string): string => foldedText(text).replaceAll(/[^\p{L}]/gu, '')

function searchForm(typed: string, language: Language): string {
  const t = speak(language)
  const attributes = { type: 'search', maxlength: 60, autocomplete: 'off', enterkeyhint: 'search' }
  return html`<form class="row" action="${knownHref}" role="search">
!${textField({ name: 'q', label: t('City or country'), value: typed, attributes })}
<button class="plain">${t('Search')}</button></form>`
}

/** The cities under their countries, by the names of this language. */
function countryParts(found: readonly KnownCity[], language: Language): string {
  const t = speak(language)
  const countries = [...Map.groupBy(found, ({ country }) => countryName(country, language))]
  countries.sort(([one], [other]) => one.localeCompare(other, language))
  const parts = countries.map(([country, cities]) => {
    const rows = cities.map((city) => {
      const { length: count } = zoneDraftsOf(city.name)
      const zones = t('{count, plural, one {with 1 zone} other {with # zones}}', { count })
      return html`<li><a href="${knownCityHref(city)}"><strong>${city.name}</strong>
<span class="soft">${count > 0 ? zones : ''}</span></a></li>`
    })
    return html`<h2>${country}</h2><ul class="rows">!${rows}</ul>`
  })
  return parts.join('\n')
}
