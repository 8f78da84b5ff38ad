import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { readOpeningHours } from '../../../../domain/shops/opening/opening-hours.ts'
import { valueWording } from '../../value-wording.ts'
import { hoursText } from '../addresses/hours-text.ts'
import { auditWording } from './audit-wording.ts'

type Reader = { language: Language; now: Date; timeZone: string }

/** A value of an audit line as the owner of a shop reads it; what has no words of its own stays as it is. */
export function auditValueText(name: string, value: unknown, reader: Reader): string {
  const words = auditWording[reader.language]
  if (value === null || value === undefined || value === '')
    return name === 'eventTypes' ? words.everyEvent : words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number')
    return name.endsWith('Fcfa') ? amountText(value, reader.language) : `${value}`
  if (Array.isArray(value))
    return value.map((each) => wordOf(name, String(each), reader)).join(', ') || words.nothing
  if (typeof value === 'string') return textOf(name, value, reader)
  const hours = readOpeningHours(value)
  return hours ? hoursText(hours, reader.language) : JSON.stringify(value)
}

function textOf(name: string, value: string, reader: Reader): string {
  if (name === 'logoSha256') return auditWording[reader.language].image(value.slice(0, 6))
  const isMoment = /(At|Since|Until)$/.test(name) && !Number.isNaN(Date.parse(value))
  return isMoment ? momentText(new Date(value), reader, reader.language) : wordOf(name, value, reader)
}

/** The word for a value that is one of a few. */
function wordOf(name: string, value: string, { language }: Reader): string {
  const { roles, collections, channels, languages, scopes } = auditWording[language]
  const { delivery, payment, message } = valueWording[language]
  const lists: Record<string, Partial<Record<string, string>>> = {
    role: roles,
    defaultCollection: collections,
    channel: channels,
    language: languages,
    scopes,
    status: delivery,
    paymentStatus: payment,
    kind: message,
  }
  const words = Object.hasOwn(lists, name) ? lists[name] : undefined
  return (words && Object.hasOwn(words, value) ? words[value] : undefined) ?? value
}
