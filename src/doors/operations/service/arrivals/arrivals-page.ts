import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { type CityArrivals, measuredDays } from '../../../../domain/arrivals/measured-arrivals.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { servicePage } from '../service-page.ts'
import { arrivalsWording } from './arrivals-wording.ts'

/** How often the announced arrivals came true, city by city. */
export function arrivalsPage(language: Language, cities: readonly CityArrivals[]): OperationsContent {
  const words = arrivalsWording[language]
  const { columns } = words
  const table = html`<div class="table" tabindex="0" role="region" aria-label="${words.columns.within}"><table><thead><tr>!${Object.values(columns).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>!${cities.map((city) => cityRow(city, language))}</tbody></table></div>`
  return servicePage(language, 'arrivals', {
    main: html`<p>${words.lead(measuredDays)}</p>!${cities.length === 0 ? html`<p class="empty">${words.none}</p>` : table}`,
  })
}

function cityRow(
  { city, announced, within, early, late, silent, medianLateMinutes, pace }: CityArrivals,
  language: Language,
): string {
  const words = arrivalsWording[language]
  const share = (count: number) =>
    announced === 0 ? words.nothing : words.share(Math.round((count / announced) * 100), count)
  const lateBy = medianLateMinutes === null ? words.nothing : words.minutes(Math.ceil(medianLateMinutes))
  const speed = pace && new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(pace.kmPerHour)
  const cells = [
    `${announced}`,
    share(within),
    share(early),
    share(late),
    lateBy,
    `${silent}`,
    pace && speed ? words.speed(speed, pace.trips) : words.unknownPace,
  ]
  return html`<tr><th scope="row">${city}</th>!${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`
}
