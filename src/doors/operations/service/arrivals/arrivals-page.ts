import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { type CityArrivals, measuredDays } from '../../../../domain/arrivals/measured-arrivals.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { servicePage, servicePages } from '../service-page.ts'

const columnNames = {
  city: 'City',
  announced: 'Announced',
  within: 'Right',
  early: 'Earlier',
  late: 'Later',
  lateBy: 'Median delay',
  silent: 'Not announced',
  pace: 'Median speed',
} as const

/** How often the announced arrivals came true, city by city. */
export function arrivalsPage(language: Language, cities: readonly CityArrivals[]): OperationsContent {
  const t = speak(language)
  const { city: cityColumn, ...figures } = speakEach(language, columnNames)
  const table = html`<div class="table stacked" tabindex="0" role="region" aria-label="${speak(language)(servicePages.arrivals)}"><table><thead><tr><th scope="col">${cityColumn}</th>!${Object.values(figures).map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody>!${cities.map((city) => cityRow(city, language))}</tbody></table></div>`
  return servicePage(language, 'arrivals', {
    main: html`<p>${t('The first time of arrival that customers were given, compared with the time of the hand-over, over the last {days} days and at most the last 10,000 hand-overs. Right: the hand-over took place between the two times.', { days: measuredDays })}</p>!${cities.length === 0 ? html`<p class="empty">${t('No hand-over has been measured yet.')}</p>` : table}`,
  })
}

function cityRow(
  { city, announced, within, early, late, silent, medianLateMinutes, pace }: CityArrivals,
  language: Language,
): string {
  const t = speak(language)
  const columns = speakEach(language, columnNames)
  const share = (count: number) =>
    announced === 0
      ? t('–')
      : t('{percent}% ({count})', { percent: Math.round((count / announced) * 100), count })
  const lateBy =
    medianLateMinutes === null ? t('–') : t('{minutes} min', { minutes: Math.ceil(medianLateMinutes) })
  const speed = pace && new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(pace.kmPerHour)
  const cells = [
    [columns.announced, `${announced}`],
    [columns.within, share(within)],
    [columns.early, share(early)],
    [columns.late, share(late)],
    [columns.lateBy, lateBy],
    [columns.silent, `${silent}`],
    [
      columns.pace,
      pace && speed
        ? t('{speed} km/h ({trips} trips)', { speed, trips: pace.trips })
        : t('not 20 trips yet: 18 km/h are assumed'),
    ],
  ]
  return html`<tr><th scope="row">${city}</th>!${cells.map(([label, cell]) => html`<td class="number" data-label="${label}">${cell}</td>`)}</tr>`
}
