import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter, isDay, localDayText, mondayOf } from '../../../../base/kernel/local-time.ts'
import { ApiError } from '../../../../contract/errors.ts'
import {
  readStaffing,
  type Staffing,
  type StaffingHour,
  staffingWeeks,
} from '../../../../domain/reports/read-staffing.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { emptyPart, waysOn } from '../../../../pages/list-parts.ts'
import { sentText } from '../../../../web/exports/delivery-filter.ts'
import { figureCard } from '../../../../web/figures/figure-card.ts'
import { heatFigure } from '../../../../web/figures/heat-figure.ts'
import { placeText, rateText } from '../../../../web/figures/report-text.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { demandByZone, shownZones } from '../../reports/demand-report.ts'
import { cityChoice, shiftsHref, weekHref, zonesOf } from './shift-asked.ts'

const staffingHref = `${shiftsHref}/needs`

/** The page of a day of a city. */
export const needsHref = (cityId: string, day: string): string => `${staffingHref}?city=${cityId}&day=${day}`

/** `/operations/couriers/shifts/needs`: who is there on a day, hour by hour, beside what is asked for as a rule. */
export async function staffingPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone, pricing } = deps
  const config = { operates: 'MANAGE', cost: workCost.form } as const

  app.get(staffingHref, { config }, async (request, reply) => {
    const map = pricing.map.current()
    const city = map.city(sentText(request.query, 'city', 40)) ?? map.cities[0]
    if (!city) throw new ApiError('CITY_NOT_FOUND', { city: '' })
    const now = clock.now()
    const asked = sentText(request.query, 'day', 20)
    const day = isDay(asked) ? asked : localDayText(now, timeZone)
    const staffing = await readStaffing(db, { cityId: city.id, day, timeZone, now })
    const language = languageOf(request)
    const t = speak(language)
    const about = `${city.name}, ${placeText(day, language)}`
    const lead = t('What is asked for is the average of the last {count} such days, from the reports.', {
      count: staffingWeeks,
    })
    return deps.sendPage(request, reply, 200, {
      section: 'couriers',
      sheets: ['figures.css'],
      title: t('Who is needed when'),
      back: { href: weekHref(city.id, mondayOf(day)), label: t('Shifts') },
      isWide: true,
      main: html`!${cityChoice(deps, city, { path: staffingHref, asked: { day } }, language)}
<p><strong>${about}</strong></p>
!${waysOn([
        { href: needsHref(city.id, dayAfter(day, -1)), label: t('Day before') },
        { href: needsHref(city.id, dayAfter(day, 1)), label: t('Day after') },
      ])}
<p>${lead}</p>
!${hoursTable(staffing.hours, language)}
<div class="beside">!${await demandCard(staffing, about, language)}
!${plannedCard(deps, { city, staffing, about }, language)}</div>`,
    })
  })

  async function demandCard({ sums }: Staffing, about: string, language: Language): Promise<string> {
    const t = speak(language)
    const { hours, zones } = await demandByZone(db, sums, language)
    const columns = hours.map((hour) => t('{hour}h', { hour }))
    const title = t('Asked for by zone, {count} such days together', { count: staffingWeeks })
    return figureCard(
      {
        ...{ title, about },
        figure:
          zones.length > 0
            ? heatFigure({ label: title, columns, rows: zones.slice(0, shownZones) })
            : undefined,
        table: {
          heads: [t('Zone'), ...columns, t('Total')],
          rows: zones.map(({ name, values, total }) => [name, ...values, total]),
        },
      },
      language,
    )
  }
}

/** The hours in which there is anything. */
function hoursTable(hours: readonly StaffingHour[], language: Language): string {
  const t = speak(language)
  const shown = hours.filter(
    ({ asked, wanted, taken, onDuty, usual }) => asked + wanted + taken + (onDuty ?? 0) + usual > 0,
  )
  if (shown.length === 0) return emptyPart(t('Nothing in these days.'))
  const heads = [
    ...[t('Parcels asked for'), t('Couriers wanted'), t('On shifts'), t('On duty'), t('On duty as a rule')],
  ]
  const head = heads.map((name) => html`<th scope="col" class="number">${name}</th>`)
  const rows = shown.map(({ hour, ...row }) => {
    const cells = [row.asked, row.wanted, row.taken, row.onDuty, row.usual].map(
      (value) => html`<td class="number">${value === null ? '–' : rateText(value, language)}</td>`,
    )
    return html`<tr><th scope="row">${t('{hour}h', { hour })}</th>!${cells}</tr>`
  })
  const label = t('Who is needed when')
  return html`<div class="table compare" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr><th scope="col">${t('Hour')}</th>!${head}</tr></thead><tbody>!${rows}</tbody></table></div>`
}

/** How many couriers shifts want in which zone. */
function plannedCard(
  deps: OperationsDeps,
  { city, staffing, about }: { city: City; staffing: Staffing; about: string },
  language: Language,
): string {
  const t = speak(language)
  const names = new Map(zonesOf(deps, city.id).map(({ id, name }) => [id, name]))
  const planned = staffing.hours.filter(({ wanted }) => wanted > 0).map(({ hour }) => hour)
  const columns = planned.map((hour) => t('{hour}h', { hour }))
  const rows = staffing.zones.map(({ zoneId, wanted }) => ({
    name: zoneId === null ? t('the whole city') : (names.get(zoneId) ?? '–'),
    values: planned.map((hour) => Math.round(wanted[hour] ?? 0)),
  }))
  const title = t('Couriers wanted by zone')
  return figureCard(
    {
      ...{ title, about },
      figure:
        rows.length > 0 ? heatFigure({ label: title, columns, rows: rows.slice(0, shownZones) }) : undefined,
      table: { heads: [t('Zone'), ...columns], rows: rows.map(({ name, values }) => [name, ...values]) },
    },
    language,
  )
}
