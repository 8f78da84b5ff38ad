import { TZDate } from '@date-fns/tz'
import { type Static, Type } from 'typebox'
import { type Clock, firstIdAt } from '../../base/kernel/clock.ts'
import { isOnCalendar, readDateTime } from '../../base/kernel/date-time.ts'
import { Strict, Text } from '../../base/kernel/json-types.ts'
import { referenceOf } from '../../base/kernel/short-code.ts'
import { dateTimeMessage, worded } from '../../contract/error-words.ts'
import { limits } from '../../contract/limits.ts'
import { type Fault, validationFailed } from '../../contract/validation-fault.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../contract/vocabulary.ts'
import type { DeliveryFilter } from '../../domain/deliveries/finding/delivery-list-store.ts'
import { DeliveryStatus as StatusValue } from './value-types.ts'

const bound = (which: string) => ({
  description: [
    `${which} bound of the creation date, inclusive:`,
    'a date (a whole day in the time zone of the environment) or a date-time with its offset.',
  ].join(' '),
  examples: ['2026-11-21', '2026-11-21T10:00:00+01:00'],
})

/** Spec 4.5. */
export const ListQuery = Strict({
  status: Type.Optional(
    Type.String({
      description: `Statuses to list, comma-separated: ${deliveryStatuses.join(', ')}.`,
      examples: ['ASSIGNED,IN_TRANSIT'],
      'x-comma-separated': StatusValue,
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
  updatedSince: Type.Optional(
    Type.String({
      description:
        'Only deliveries that were created or changed at this date-time (with its offset) or later; it may be 24 hours ago at most: what changed before is in GET /events. Ask from a minute before your last poll: what was changed then may have been saved a moment later.',
      examples: ['2026-11-21T10:00:00Z'],
    }),
  ),
  reference: Type.Optional(
    Type.String({
      description:
        'Only the delivery with this reference of ours; capitals and misread letters do not matter.',
      examples: ['COL-7K2M9Q'],
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
export function readListQuery(query: ListQuery, { timeZone, clock }: { timeZone: string; clock: Clock }) {
  const faults: Fault[] = []
  const from = readBound(query.from, 'from', timeZone, faults)
  const to = readBound(query.to, 'to', timeZone, faults)
  const updatedSince = readUpdatedSince(query.updatedSince, clock.now(), faults)
  const reference = readReference(query.reference, faults)
  const filter: DeliveryFilter = {
    ...(query.status !== undefined && { statuses: readStatuses(query.status, faults) }),
    ...(from && { fromId: firstIdAt(inRange(from.first)) }),
    ...(to && { untilId: firstIdAt(inRange(to.afterLast)) }),
    ...(updatedSince && { updatedSince: inRange(updatedSince) }),
    ...(reference !== undefined && { reference }),
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
  wording: worded('must not be after to'),
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

/** How many unknown values an error repeats. */
const maxNamed = 5

function unknownStatus(unknown: string[]): Fault {
  const known = deliveryStatuses.join(', ')
  const named = unknown.slice(0, maxNamed).map((name) => JSON.stringify(name.slice(0, 40)))
  const which = [...named, ...(unknown.length > maxNamed ? ['…'] : [])].join(', ')
  return {
    field: '/status',
    rule: 'enum',
    wording: worded((t) =>
      which
        ? t('has {which}, which is no status; the statuses are {known}', { which, known })
        : t('names no status; the statuses are {known}', { known }),
    ),
  }
}

/**
 * Every event of the span is read, twice for each page: a month of a busy shop would take the database most
 * of a second. Whoever was away for longer reads on in GET /events.
 */
const maxSinceMs = 24 * 60 * 60_000

function readUpdatedSince(text: string | undefined, now: Date, faults: Fault[]): Date | undefined {
  if (text === undefined) return undefined
  const since = readInstant(text)?.first
  if (!since) faults.push(unreadableInstant)
  else if (now.getTime() - since.getTime() > maxSinceMs) faults.push(tooLongAgo)
  return since
}

const tooLongAgo: Fault = {
  field: '/updatedSince',
  rule: 'minimum',
  wording: worded('must be 24 hours ago at most; what changed before is in GET /events, for 30 days'),
}

const unreadableInstant: Fault = { field: '/updatedSince', rule: 'format', wording: worded(dateTimeMessage) }

function readReference(text: string | undefined, faults: Fault[]): string | undefined {
  const read = text === undefined ? undefined : referenceOf(text)
  if (text !== undefined && read === undefined) faults.push(noReference)
  return read
}

const noReference: Fault = {
  field: '/reference',
  rule: 'format',
  wording: worded(
    'must be a reference of ours, such as COL-7K2M9Q; your own order number goes into externalRef',
  ),
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
    wording: worded('must be a date (2026-11-21) or a date-time with its offset (2026-11-21T10:00:00+01:00)'),
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
  const first = readDateTime(text.replace(/ (?=\d{2}:\d{2}$)/, '+'))
  return first && { first, afterLast: new Date(first.getTime() + 1) }
}

/** Identifiers carry 48 bits of milliseconds since 1970. */
const inRange = (at: Date) => new Date(Math.min(Math.max(at.getTime(), 0), 2 ** 48 - 1))
