import { InvalidArgumentError } from 'commander'
import { isOnCalendar } from '../../base/kernel/date-time.ts'
import { listText } from '../../base/kernel/list-text.ts'
import { dayBegins, isDay, isMonth } from '../../base/kernel/local-time.ts'
import type { Point } from '../../base/kernel/point.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { readDecimal, readFcfa, readWhole } from '../../base/kernel/written-number.ts'
import { type Scope, scopes } from '../../contract/vocabulary.ts'
import { type FrancCountry, francCountries, isFrancCountry } from '../../domain/zones/franc-countries.ts'

/**
 * Options that many commands take, and readers of their values: each throws one clear sentence about what it
 * accepts.
 */

export const jsonOption = ['--json', 'answer with one JSON object'] as const

type Bounds = { min: number; max?: number }

export const readInteger = (bounds: Bounds) => (text: string) =>
  numberOr(readWhole(text, bounds), 'a whole number', bounds)

/** An amount in FCFA. */
export const readAmount = (bounds: Bounds) => (text: string) =>
  numberOr(readFcfa(text, bounds), 'a whole amount in FCFA', bounds)

export const readNumber = (bounds: Required<Bounds>) => (text: string) =>
  numberOr(readDecimal(text, { ...bounds, decimals: 15 }), 'a number', bounds)

function numberOr(value: number | undefined, what: string, { min, max }: Bounds): number {
  if (value !== undefined) return value
  throw new InvalidArgumentError(`It takes ${what} from ${min}${max === undefined ? '' : ` to ${max}`}.`)
}

/** Of a list, how many it shows. */
export const limitOption = ['--limit <n>', 'at most so many', readInteger({ min: 1, max: 1000 }), 50] as const

/** Degrees north. */
export const readLat = readNumber({ min: -90, max: 90 })

/** Degrees east. */
export const readLng = readNumber({ min: -180, max: 180 })

/** `6.3654,2.4183`: latitude first, as people copy it from a map. */
export function readPoint(text: string): Point {
  const parts = text.split(',')
  const [lat, lng] = [90, 180].map((max, at) =>
    readDecimal(parts[at] ?? '', { min: -max, max, decimals: 15 }),
  )
  if (parts.length !== 2 || lat === undefined || lng === undefined)
    throw new InvalidArgumentError('It takes latitude,longitude in degrees, such as 6.3654,2.4183.')
  return { lat, lng }
}

export function readCountry(text: string): FrancCountry {
  const code = text.toUpperCase()
  if (!isFrancCountry(code)) {
    throw new InvalidArgumentError(`It takes one of ${Object.keys(francCountries).join(', ')}.`)
  }
  return code
}

export const countryOption = ['--country <code>', 'where the name is not enough', readCountry] as const

export function readScopes(text: string): Scope[] {
  const named = [...new Set(text.split(',').map((name) => name.trim()))]
  const unknown = named.filter((name) => !(scopes as readonly string[]).includes(name))
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `No such right: ${unknown.join(', ')}. There are ${listText(scopes, 'en')}.`,
    )
  return named as Scope[]
}

export function readChoice<const T extends string>(values: readonly T[]) {
  return (text: string): T => {
    if (!(values as readonly string[]).includes(text))
      throw new InvalidArgumentError(`It takes ${listText(values, 'en', 'or')}.`)
    return text as T
  }
}

/** Some of these values, comma-separated. */
export const readChoices =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T[] => [...new Set(text.split(',').map((each) => readChoice(values)(each.trim())))]

/** A moment that was typed; a date alone is its first moment by the company's clocks. */
export type TypedDate = (company: { timeZone: string }) => Date

export function readDate(text: string): TypedDate {
  if (isDay(text)) return ({ timeZone }) => dayBegins(text, timeZone)
  const date = new Date(text)
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  if (!isMoment || !isOnCalendar(text.slice(0, 10)) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('It takes a date such as 2026-12-31 or 2026-12-31T23:00:00+01:00.')
  return () => date
}

/** A month of the calendar, `2026-11`. */
export function readMonth(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError('It takes a month such as 2026-11.')
  return text
}

/** Free text, `max` characters at most. */
export const readText =
  (max: number) =>
  (text: string): string => {
    const trimmed = text.trim()
    const isPlain = /^\P{Cc}+$/u.test(trimmed) && [...trimmed].length <= max
    if (!isPlain)
      throw new InvalidArgumentError(`It takes 1 to ${max} characters, none of them a control character.`)
    return trimmed
  }

/** Names that the operator chose, comma-separated. */
export function readNames(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  if (names.includes('')) throw new InvalidArgumentError('It takes one or more names, comma-separated.')
  return names
}

export function readUuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It takes an id such as the list prints.')
  return text.toLowerCase()
}

/** Ids, comma-separated. */
export const readUuids = (text: string): string[] => text.split(',').map((id) => readUuid(id.trim()))

export function readWebUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It takes an address such as http://localhost:3000/hook.')
  return text
}

export function readSigningSecret(text: string): string {
  if (!/^whsec_\S+$/.test(text)) throw new InvalidArgumentError('It takes a secret that begins with whsec_.')
  return text
}

export function readEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) || text.length > 254)
    throw new InvalidArgumentError('It takes an e-mail address.')
  return text
}
