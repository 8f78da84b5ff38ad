import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import {
  type CityOpening,
  isDate,
  maxSpecialDayName,
  maxSpecialDays,
  type SpecialDay,
} from '../../../../domain/zones/opening/city-opening.ts'
import { type HoursFaults, readTime, readTypedHours, typedHours } from '../../../../web/hours/typed-hours.ts'

type SpecialFault = 'DATE' | 'TWICE' | 'NAME' | 'HALF' | 'TIME'
export type CityHoursFaults = { hours: HoursFaults; special: Record<number, SpecialFault> }

/** Empty lines below those that are filled in. */
const spareLines = 3

/** The name of a field of the special day with this number, from 1. */
export const specialField = (number: number, part: 'date' | 'name' | 'from' | 'to'): string =>
  `special-${number}-${part}`

/** How many lines of special days the form shows. */
export function shownLines(typed: Record<string, string>): number {
  let filled = 0
  for (let number = 1; number <= maxSpecialDays; number += 1)
    if (typed[specialField(number, 'date')]) filled = number
  return Math.min(maxSpecialDays, filled + spareLines)
}

/** The hours of a city as its form shows them; of a special day, its first hours. */
export function typedCityHours(opening: CityOpening | null): Record<string, string> {
  const special = (opening?.specialDays ?? []).flatMap(({ date, name, spans }, index) => [
    [specialField(index + 1, 'date'), date],
    [specialField(index + 1, 'name'), name],
    [specialField(index + 1, 'from'), spans[0]?.[0] ?? ''],
    [specialField(index + 1, 'to'), spans[0]?.[1] ?? ''],
  ])
  return {
    ...typedHours(opening?.hours ?? null),
    ...Object.fromEntries(special),
    ...(opening?.refusesWhenClosed && { refuses: 'on' }),
  }
}

/** Reads the form, or says what is wrong with it, by group of hours and by number of a special day. */
export function readCityHours(
  typed: Record<string, string>,
): { opening: CityOpening } | { faults: CityHoursFaults } {
  const hours = readTypedHours(typed)
  const special: Record<number, SpecialFault> = {}
  const days: SpecialDay[] = []
  for (let number = 1; number <= maxSpecialDays; number += 1) {
    const read = readLine(typed, number, days)
    if (typeof read === 'string') special[number] = read
    else if (read) days.push(read)
  }
  if ('faults' in hours || Object.keys(special).length > 0)
    return { faults: { hours: 'faults' in hours ? hours.faults : {}, special } }
  return { opening: { hours: hours.hours, specialDays: days, refusesWhenClosed: typed.refuses === 'on' } }
}

function readLine(
  typed: Record<string, string>,
  number: number,
  before: readonly SpecialDay[],
): SpecialDay | SpecialFault | undefined {
  const sent = (part: 'date' | 'name' | 'from' | 'to') =>
    cleanedLine((typed[specialField(number, part)] ?? '').slice(0, 200))
  const [date, name, from, to] = [sent('date'), sent('name'), sent('from'), sent('to')]
  if (date === '') return undefined
  if (!isDate(date)) return 'DATE'
  if (before.some((day) => day.date === date)) return 'TWICE'
  if (name.length > maxSpecialDayName) return 'NAME'
  if (from === '' && to === '') return { date, name, spans: [] }
  if (from === '' || to === '') return 'HALF'
  const [opens, closes] = [readTime(from), readTime(to)]
  return opens && closes ? { date, name, spans: [[opens, closes]] } : 'TIME'
}
