import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { listCityArrivals } from '../../../domain/arrivals/list-city-arrivals.ts'
import { type CityArrivals, measuredDays } from '../../../domain/arrivals/measured-arrivals.ts'
import { languageOf } from '../../../http/response-language.ts'
import { emptyPart } from '../../../pages/list-parts.ts'
import { workCost } from '../../../web/limit-work.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { serviceHref, servicePage, servicePages } from './service-page.ts'

/** `/operations/service/arrivals`: how often the announced arrivals came true, city by city. */
export async function arrivalFiguresPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE', cost: workCost.file } as const
  app.get(serviceHref('arrivals'), { config }, async (request, reply) => {
    const cities = await listCityArrivals(deps)
    const language = languageOf(request)
    const t = speak(language)
    const lead = t(
      'The first time of arrival that customers were given, compared with the time of the hand-over, over the last {days} days and at most the last 10,000 hand-overs. Right: the hand-over took place between the two times.',
      { days: measuredDays },
    )
    const none = emptyPart({
      text: t('No hand-over has been measured yet.'),
      next: { href: '/operations', label: t('Under way') },
    })
    const main = html`<p>${lead}</p>!${cities.length === 0 ? none : cityTable(cities, language)}`
    return deps.sendPage(request, reply, 200, servicePage(language, 'arrivals', { main }))
  })
}

function cityTable(cities: readonly CityArrivals[], language: Language): string {
  const t = speak(language)
  const names = [
    t('Announced'),
    t('Right'),
    t('Earlier'),
    t('Later'),
    t('Median delay'),
    t('Not announced'),
    t('Median speed'),
  ]
  const heads = names.map((name) => html`<th scope="col" class="number">${name}</th>`)
  const rows = cities.map((each) => {
    const cells = figuresOf(each, language).map(
      (cell, at) => html`<td class="number" data-label="${names[at] ?? ''}">${cell}</td>`,
    )
    return html`<tr><th scope="row">${each.city}</th>!${cells}</tr>`
  })
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="${t(servicePages.arrivals)}">
<table><thead><tr><th scope="col">${t('City')}</th>!${heads}</tr></thead>
<tbody>!${rows}</tbody></table></div>`
}

/** The figures of a city, in the order of the table. */
function figuresOf(
  { announced, within, early, late, silent, medianLateMinutes, pace }: CityArrivals,
  language: Language,
): string[] {
  const t = speak(language)
  const share = (count: number) =>
    announced === 0
      ? t('–')
      : t('{percent}% ({count})', { percent: Math.round((count / announced) * 100), count })
  const speed = pace && new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(pace.kmPerHour)
  return [
    `${announced}`,
    share(within),
    share(early),
    share(late),
    medianLateMinutes === null ? t('–') : t('{minutes} min', { minutes: Math.ceil(medianLateMinutes) }),
    `${silent}`,
    pace && speed
      ? t('{speed} km/h ({trips} trips)', { speed, trips: pace.trips })
      : t('not 20 trips yet: 18 km/h are assumed'),
  ]
}
