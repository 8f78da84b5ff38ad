import { amountText, momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { problemWording } from '../../domain/feedback/problem-wording.ts'
import { readOpeningHours } from '../../domain/shops/opening/opening-hours.ts'
import { hoursText } from '../hours/hours-text.ts'
import { valueWording } from '../value-wording.ts'
import { speak, speakEach } from '../web-words.ts'
import {
  auditBearers,
  auditChannels,
  auditCollections,
  auditFeeBearers,
  auditLanguages,
  auditRoles,
  auditScopes,
  auditStandings,
  auditValues,
} from './audit-wording.ts'

/** What the audit over all shops says besides: names of values, and words for values themselves. */
export type FurtherWords = {
  values: Readonly<Record<string, string>>
  said?: (name: string, value: string) => string | undefined
}

type Reader = {
  language: Language
  now: Date
  timeZone: string
  /** Words for values that shops do not see. */
  further?: FurtherWords
}

/** What a value of an audit line is called; one without a word of its own keeps its name. */
export function auditNameText(name: string, { language, further }: Reader): string {
  const own = Object.hasOwn(auditValues, name) ? auditValues[name] : undefined
  if (own) return speak(language)(own)
  for (const words of [further?.values ?? {}, valueWording[language].surcharge as Record<string, string>])
    if (Object.hasOwn(words, name)) return words[name] ?? name
  return name
}

/** A value of an audit line as the owner of a shop reads it; what has no words of its own stays as it is. */
export function auditValueText(name: string, value: unknown, reader: Reader): string {
  const t = speak(reader.language)
  if (value === null || value === undefined || value === '')
    return name === 'eventTypes' ? t('all') : t('nothing')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number')
    return name.endsWith('Fcfa') ? amountText(value, reader.language) : `${value}`
  if (Array.isArray(value) && name.endsWith('Ids')) return `${value.length}`
  if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
    return value.map((each) => auditValueText(name, each, reader)).join(' ; ')
  if (Array.isArray(value))
    return value.map((each) => wordOf(name, String(each), reader)).join(', ') || t('nothing')
  if (typeof value === 'string') return textOf(name, value, reader)
  const hours = readOpeningHours(value)
  return hours ? hoursText(hours, reader.language) : partsText(value as object, reader)
}

/** Several values in one: a span as its two ends, all else by name. */
function partsText(value: object, reader: Reader): string {
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== 0)
  if (
    parts
      .map(([name]) => name)
      .sort()
      .join() === 'from,to'
  )
    return `${(value as { from: unknown }).from} – ${(value as { to: unknown }).to}`
  const texts = parts.map(
    ([name, part]) => `${auditNameText(name, reader)} ${auditValueText(name, part, reader)}`,
  )
  return texts.join(', ') || speak(reader.language)('nothing')
}

function textOf(name: string, value: string, reader: Reader): string {
  if (name === 'logoSha256' || name === 'portraitSha256')
    return speak(reader.language)('picture {short}', { short: value.slice(0, 6) })
  const isMoment = /(At|Since|Until)$/.test(name) && !Number.isNaN(Date.parse(value))
  return isMoment ? momentText(new Date(value), reader, reader.language) : wordOf(name, value, reader)
}

/** The word for a value that is one of a few. */
function wordOf(name: string, value: string, { language, further }: Reader): string {
  const { delivery, payment, message } = valueWording[language]
  const lists: Record<string, Partial<Record<string, string>>> = {
    role: speakEach(language, auditRoles),
    defaultCollection: speakEach(language, auditCollections),
    bearer: speakEach(language, auditBearers),
    payoutFeesBy: speakEach(language, auditFeeBearers),
    channel: speakEach(language, auditChannels),
    language: speakEach(language, auditLanguages),
    scopes: speakEach(language, auditScopes),
    status: delivery,
    paymentStatus: payment,
    kind: message,
    standing: speakEach(language, auditStandings),
    problem: Object.fromEntries(
      Object.entries(problemWording).map(([reason, said]) => [reason, said[language]]),
    ),
  }
  const words = Object.hasOwn(lists, name) ? lists[name] : undefined
  return (words && Object.hasOwn(words, value) ? words[value] : further?.said?.(name, value)) ?? value
}
