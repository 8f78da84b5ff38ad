import type { FastifyRequest } from 'fastify'
import { dayAfter, isDay, localDayText, mondayOf } from '../../../../base/kernel/local-time.ts'
import type { City, Zone } from '../../../../domain/zones/service-map.ts'
import { zonesByName } from '../../../../domain/zones/zones-by-name.ts'
import { sentText } from '../../../../web/exports/delivery-filter.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
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
