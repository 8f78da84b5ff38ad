import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { readMap } from '../../../domain/zones/zone-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { citiesHref, cityHref, cityNotice } from './city-request.ts'
import { addCityHref } from './known-city-list.ts'
import { mapFetchesHref } from './map-fetches.ts'

type ListedCity = { city: City; zoneCount: number; hasTariff: boolean }

/** `/operations/cities`: every city, with what it still lacks. */
export async function cityListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get(citiesHref, { config: { operates: 'MANAGE' } }, async (request, reply) => {
    const { cities, zones } = await readMap(deps.db)
    const now = deps.clock.now()
    const prices = deps.pricing.priceList.current()
    const zonesOf = Map.groupBy(zones, ({ cityId }) => cityId)

    const language = languageOf(request)
    const t = speak(language)
    const lead = t(
      'Where the service delivers. A city is served within a radius around its centre, and has zones for its prices.',
    )
    const rows = cities.map((city) => {
      const zoneCount = zonesOf.get(city.id)?.length ?? 0
      const hasTariff = prices.tariffOf(city.id, now) !== undefined
      return cityRow({ city, zoneCount, hasTariff }, language)
    })
    const none = {
      text: t('No city yet.'),
      next: { href: addCityHref(cities), label: t('Choose the first') },
    }
    return deps.sendPage(request, reply, 200, {
      section: 'cities',
      title: t('Cities'),
      notice: cityNotice(request),
      main: html`
<p class="acts"><a class="button primary" href="${addCityHref(cities)}">${t('Add a city')}</a>
<a class="button plain" href="${mapFetchesHref}">${t('Streets')}</a>
<a class="button plain" href="/operations/promo-codes">${t('Promo codes')}</a></p>
!${rows.length === 0 ? '' : html`<p>${lead}</p>`}
!${rowsOr(rows, none)}`,
    })
  })
}

function cityRow({ city, zoneCount, hasTariff }: ListedCity, language: Language): string {
  const t = speak(language)
  const about = [
    countryName(city.country, language),
    t('{count, plural, =0 {No zone} one {1 zone} other {{count} zones}}', { count: zoneCount }),
    t('radius of {km} km', { km: kilometersText(city.serviceRadiusMeters, language) }),
  ].join(' · ')
  const unpriced = html`<span class="badge waiting">${t('No tariff: nothing there has a price yet')}</span>`
  const badges = [hasTariff ? '' : unpriced, refusesBadge(city, language)]
  return html`<li>
<a href="${cityHref(city.id)}"><span><strong>${city.name}</strong><br>
<span class="soft">${about}</span></span>!${badges}</a></li>`
}

/** Said of a city that refuses orders outside its hours. */
export const refusesBadge = ({ opening }: City, language: Language): string =>
  opening?.refusesWhenClosed
    ? html`<span class="badge over">${speak(language)('Refuses orders outside its hours')}</span>`
    : ''

/** Kilometres as people read them. */
export const kilometersText = (meters: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(meters / 1000)
