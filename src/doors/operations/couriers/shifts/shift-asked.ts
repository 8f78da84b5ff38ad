import type { FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter, isDay, localDayText, mondayOf } from '../../../../base/kernel/local-time.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { hiddenField, selectField } from '../../../../pages/form-parts.ts'
import { hrefWith, tabs } from '../../../../pages/list-parts.ts'
import { sentText } from '../../../../web/exports/delivery-filter.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { couriersPath } from '../courier-request.ts'

export const shiftsHref = `${couriersPath}/shifts`

/** What a page of shifts is about: a city, and a week by its first day. */
export type AskedWeek = { city: City; monday: string; days: string[] }

/** The week of shifts that a query or a form names: this week of the first city where it names none. */
export function askedWeek(
  { clock, pricing }: OperationsDeps,
  asked: FastifyRequest['query'] | FastifyRequest['body'],
): AskedWeek | undefined {
  const map = pricing.map.current()
  const city = map.city(sentText(asked, 'city', 40)) ?? map.cities[0]
  if (!city) return undefined
  const day = sentText(asked, 'week', 20)
  const monday = mondayOf(isDay(day) ? day : localDayText(clock.now(), city.timeZone))
  return { city, monday, days: Array.from({ length: 7 }, (_, at) => dayAfter(monday, at)) }
}

/** The page of a week of a city. */
export const weekHref = (cityId: string, week: string): string => `${shiftsHref}?city=${cityId}&week=${week}`

/** The zones of a city as a form offers them. */
export const zonesOf = ({ pricing }: OperationsDeps, cityId: string): Zone[] =>
  zonesByName(pricing.map.current().zonesOf(cityId))

/** More cities than these are chosen from a list rather than from tabs. */
const maxTabs = 8

/** The same page about other cities; `asked` is what it was asked for besides. */
export function cityChoice(
  { pricing }: OperationsDeps,
  current: City,
  { path, asked }: { path: string; asked: Record<string, string> },
  language: Language,
): string {
  const { cities } = pricing.map.current()
  if (cities.length < 2) return ''
  if (cities.length <= maxTabs)
    return tabs(
      cities.map(({ id, name }) => ({
        href: hrefWith(path, { city: id, ...asked }),
        label: name,
        isCurrent: id === current.id,
      })),
    )
  const t = speak(language)
  const kept = Object.entries(asked).map(([name, value]) => hiddenField(name, value))
  const options = cities.map(({ id, name }) => ({ value: id, label: name }))
  const field = selectField({ name: 'city', label: t('City'), value: current.id, options })
  return html`<form class="one-field read" action="${path}">!${kept}!${field}
<button class="plain">${t('Show#show')}</button></form>`
}
