import { TZDate } from '@date-fns/tz'
import { type Static, Type } from 'typebox'
import { limits } from '../../base/contract/limits.ts'
import { type Fault, validationFailed } from '../../base/contract/validation-fault.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../base/contract/vocabulary.ts'
import { firstIdAt } from '../../base/kernel/clock.ts'
import { Strict, Text } from '../../base/kernel/json-types.ts'
import type { DeliveryFilter } from '../../domain/deliveries/delivery-list-store.ts'

const bound = (which: string) => ({
  description: `${which} bound of the creation date, inclusive: a date (a whole day in the time zone of the environment) or a date-time with its offset.`,
  examples: ['2026-11-21', '2026-11-21T10:00:00+01:00'],
})

/** Spec 4.5. */
export const ListQuery = Strict({
  status: Type.Optional(
    Type.String({
      description: `Statuses to list, comma-separated: ${deliveryStatuses.join(', ')}.`,
      examples: ['ASSIGNED,IN_TRANSIT'],
    }),
  ),
  from: Type.Optional(Type.String(bound('Lower'))),
  to: Type.Optional(Type.String(bound('Upper'))),
  page: Type.Optional(
    Type.Integer({
      minimum: limits.page.min,
      maximum: limits.page.max,
      default: limits.page.default,
      description: 'Which page, from 1.',
      examples: [1],
    }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: limits.pageSize.min,
      maximum: limits.pageSize.max,
      default: limits.pageSize.default,
      description: 'Most deliveries on a page.',
      examples: [30],
    }),
  ),
  externalRef: Type.Optional(
    Text(limits.externalRef.min, limits.externalRef.max, {
      description: 'Only the delivery with this reference of yours.',
      examples: ['order-2041'],
    }),
  ),
})
export type ListQuery = Static<typeof ListQuery>

/** What a list query asks for. Throws VALIDATION_FAILED with every fault (decision 16). */
export function readListQuery(query: ListQuery, timeZone: string) {
  const faults: Fault[] = []
  const from = readBound(query.from, 'from', timeZone, faults)
  const to = readBound(query.to, 'to', timeZone, faults)
  const filter: DeliveryFilter = {
    ...(query.status !== undefined && { statuses: readStatuses(query.status, faults) }),
    ...(from && { fromId: firstIdAt(inRange(from.first)) }),
    ...(to && { untilId: firstIdAt(inRange(to.afterLast)) }),
    ...(query.externalRef !== undefined && { externalRef: query.externalRef }),
  }
  if (from && to && from.first >= to.afterLast) faults.push(fromAfterTo)
  if (faults.length > 0) throw validationFailed(faults)
  return {
    filter,
    page: query.page ?? limits.page.default,
    pageSize: query.pageSize ?? limits.pageSize.default,
  }
}

const fromAfterTo: Fault = {
  field: '/from',
  rule: 'fromAfterTo',
  wording: { en: 'from must not be after to', fr: 'from ne doit pas être après to' },
}

function readStatuses(text: string, faults: Fault[]): DeliveryStatus[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isStatus = (name: string) => (deliveryStatuses as readonly string[]).includes(name)
  const unknown = names.filter((name) => !isStatus(name))
  if (unknown.length > 0 || names.length === 0) faults.push(unknownStatus(unknown))
  return names.filter(isStatus) as DeliveryStatus[]
}

function unknownStatus(unknown: string[]): Fault {
  const known = deliveryStatuses.join(', ')
  const which = unknown.map((name) => JSON.stringify(name.slice(0, 40))).join(', ')
  return {
    field: '/status',
    rule: 'enum',
    wording: {
      en: `${which || 'an empty list'}: no such status; the statuses are ${known}`,
      fr: `${which || 'une liste vide'} : statut inconnu ; les statuts sont ${known}`,
    },
  }
}

type Bound = { first: Date; afterLast: Date }

function readBound(
  text: string | undefined,
  name: 'from' | 'to',
  timeZone: string,
  faults: Fault[],
): Bound | undefined {
  if (text === undefined) return undefined
  const read = readDay(text, timeZone) ?? readInstant(text)
  if (!read) faults.push(unreadableBound(name))
  return read
}

function unreadableBound(name: string): Fault {
  return {
    field: `/${name}`,
    rule: 'format',
    wording: {
      en: 'must be a date (2026-11-21) or a date-time with its offset (2026-11-21T10:00:00+01:00)',
      fr: 'doit être une date (2026-11-21) ou une date-heure avec son décalage (2026-11-21T10:00:00+01:00)',
    },
  }
}

/** A whole local day: from its midnight to the next one. */
function readDay(text: string, timeZone: string): Bound | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (!isOnCalendar(text) || year < 1000) return undefined
  const midnight = (date: number) => new Date(new TZDate(year, month - 1, date, timeZone).getTime())
  return { first: midnight(day), afterLast: midnight(day + 1) }
}

/** An instant, to the millisecond. A plus sign that the query string turned into a space is put back. */
function readInstant(text: string): Bound | undefined {
  const form = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/
  const whole = text.replace(/ (?=\d{2}:\d{2}$)/, '+')
  const ms = form.test(whole) && isOnCalendar(whole.slice(0, 10)) ? Date.parse(whole) : Number.NaN
  if (Number.isNaN(ms)) return undefined
  return { first: new Date(ms), afterLast: new Date(ms + 1) }
}

/** Whether `YYYY-MM-DD` exists: JavaScript takes February 30 for March 2. */
function isOnCalendar(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)
}

/** Identifiers carry 48 bits of milliseconds since 1970. */
const inRange = (at: Date) => new Date(Math.min(Math.max(at.getTime(), 0), 2 ** 48 - 1))
