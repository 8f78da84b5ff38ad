import { foldedText } from '../../../../base/kernel/folded-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { localMoment } from '../../../../base/kernel/local-time.ts'
import { phoneDigits } from '../../../../base/kernel/phone-digits.ts'
import { internationalPhone, writtenPhone } from '../../../../base/kernel/phone-number.ts'
import { joinedLines, textFault } from '../../../../base/kernel/plain-text.ts'
import type { Point } from '../../../../base/kernel/point.ts'
import { readDecimal, readFcfa } from '../../../../base/kernel/written-number.ts'
import { wrongPhone } from '../../../../contract/former-phone.ts'
import { limits } from '../../../../contract/limits.ts'
import { type ParcelSize, parcelCategories } from '../../../../contract/vocabulary.ts'
import { unreadPositionText } from '../../../../web/unread-position-text.ts'
import { speak } from '../../console-words.ts'
import { readCategory } from '../pasting/message-category.ts'
import type { PointInText } from '../pasting/message-positions.ts'
import { readTokens } from '../words/message-tokens.ts'

/** What may be wrong with a cell, and what is said of it beside it. */
const cellFaults = {
  MISSING: 'Please fill this in.',
  TOO_SHORT: 'This is too short.',
  TOO_LONG: 'This is too long.',
  CHARACTERS: 'Some characters cannot be read. Type this text again.',
  PHONE: 'This number is not possible. Example: 01 97 00 00 01, or +228 90 00 00 01.',
  TIME: 'Choose a day and a time.',
  WINDOW: 'Write from when to when: 14h-16h, tomorrow 9h-12h, or 21/11/2026 14h-16h.',
  WINDOW_PAST: 'This window begins in the past.',
  WINDOW_TOO_FAR: 'This window begins more than 7 days ahead.',
  WINDOW_TOO_SHORT: 'This window is shorter than 30 minutes.',
  WINDOW_TOO_LONG: 'This window is longer than 24 hours.',
  AMOUNT: 'Type an amount in digits, for example 15000.',
  AMOUNT_TOO_LARGE: 'The amount cannot be more than 10,000,000 FCFA.',
  SIZE: 'Small, medium or large.',
  YES_OR_NO: 'Yes or no.',
  MODE: 'Is this paid already, or to be paid on delivery?',
  CONFLICT: 'These amounts contradict each other.',
  LINES: 'This order has several lines: we cannot tell the amount of all of it.',
  AMOUNT_MISSING: 'This is to be paid on delivery: how much?',
  LEFT_BLANK: 'How much is to be collected? Write 0 if nothing is left to pay.',
  AMOUNT_LEFT_OUT: 'An amount stands in a column that is left out.',
  PARTLY_PAID: 'A part is paid: how much is left?',
  NOTE_PAID: 'This note says that something is paid: say so in a column of its own.',
  ORDER_CANCELLED: 'This order is cancelled or paid back: it is not ordered.',
  ORDER_DONE: 'This order is done already: it is not ordered.',
  FEE_PAYER: '“customer” or “shop”.',
  PARTY: 'This phone is the buyer’s, and the parcel goes to somebody else: whom does the courier call?',
  REFERENCE: 'Letters, digits and . : / # - _ only, 64 at most.',
  REFERENCE_TWICE: 'This reference is in another row already.',
  COORDINATE: 'A latitude or longitude in degrees, for example 6.3654.',
  COORDINATE_ALONE: 'Both latitude and longitude are needed.',
  POSITION: 'We read no position in this. Example: 6.3654, 2.4183, or the link of a map.',
  POSITION_OUTSIDE:
    'No courier comes to this place. Check the position, or leave it out: we then ask the customer.',
  EXTRA_CELL: 'One cell too many.',
} as const
export type CellFaultCode = keyof typeof cellFaults

/** A cell that was read: its value, undefined for an empty one, or what is wrong with it. */
export type CellValue<Value> = { value: Value | undefined } | { fault: CellFaultCode }

/** A text of `min` to `max` characters (decision 7). */
export function readText(written: string, { min, max }: { min: number; max: number }): CellValue<string> {
  const text = joinedLines(written)
  if (text === '') return { value: undefined }
  if (textFault(text)) return { fault: 'CHARACTERS' }
  const length = [...text].length
  if (length < min) return { fault: 'TOO_SHORT' }
  return length > max ? { fault: 'TOO_LONG' } : { value: text }
}

/** A phone in international form. Spreadsheets drop the 0 or 00 that numbers begin with. */
export function readPhone(written: string, country: string): CellValue<string> {
  if (written === '') return { value: undefined }
  const { digits = '', hasCallingCode } = phoneDigits(written) ?? {}
  const lacksZero = hasCallingCode === false && /^[1-9]\d{7,8}$/.test(digits)
  const value =
    writtenPhone(written, country) ?? (lacksZero ? internationalPhone(`0${digits}`, country) : undefined)
  return value ? { value } : { fault: 'PHONE' }
}

/** What is said beside a cell or field of what is wrong with what was written in it. */
export function cellFaultText(
  code: CellFaultCode,
  written: string,
  { country, language }: { country: string; language: Language },
): string {
  const said = speak(language)(cellFaults[code])
  if (code === 'POSITION') return unreadPositionText(written, language)
  return code === 'PHONE' ? wrongPhone(written, { countries: [country], language }, said) : said
}

/** A day and a time of day, by the clocks of a time zone. */
export function readTime(written: string, timeZone: string): CellValue<Date> {
  if (written === '') return { value: undefined }
  const value = localMoment(written, timeZone)
  return value ? { value } : { fault: 'TIME' }
}

/** An amount in FCFA. */
export function readAmount(written: string): CellValue<number> {
  if (written === '') return { value: undefined }
  const value = readFcfa(written, { isOfSpreadsheet: true })
  if (value === undefined) return { fault: 'AMOUNT' }
  return value > limits.goodsAmountFcfa.max ? { fault: 'AMOUNT_TOO_LARGE' } : { value }
}

/** A documented category, what names goods of one (`robe rouge`), or a word of the shop's own (spec 2.4). */
export function readCategoryCell(written: string): CellValue<string> {
  const text = readText(written, limits.parcelCategory)
  // What shops call their articles may be longer than a word of the shop’s own.
  if ('fault' in text && text.fault === 'TOO_LONG')
    return { value: readCategory(readTokens(joinedLines(written).slice(0, 200)))?.value ?? 'OTHER' }
  if ('fault' in text || text.value === undefined) return text
  const documented = parcelCategories.find((category) => category === text.value?.toUpperCase())
  return { value: documented ?? readCategory(readTokens(text.value))?.value ?? text.value }
}

const sizes: Record<ParcelSize, string[]> = {
  SMALL: ['small', 's', 'petit', 'petite', 'p', 'xs'],
  MEDIUM: ['medium', 'm', 'moyen', 'moyenne'],
  LARGE: ['large', 'l', 'grand', 'grande', 'g', 'gros', 'grosse', 'xl', 'xxl', 'volumineux'],
}
export const readSize = (written: string): CellValue<ParcelSize> => oneOf(written, sizes, 'SIZE')

const flags = {
  true: ['oui', 'o', 'yes', 'y', 'vrai', 'true', '1', 'x', 'fragile', 'cassable', '✓', '✔'],
  false: ['non', 'n', 'no', 'faux', 'false', '0', '-', 'pas fragile'],
}
export function readFlag(written: string): CellValue<boolean> {
  const read = oneOf(written, flags, 'YES_OR_NO')
  return 'fault' in read ? read : { value: read.value && read.value === 'true' }
}

function oneOf<Value extends string>(
  written: string,
  words: Record<Value, string[]>,
  fault: CellFaultCode,
): CellValue<Value> {
  const word = foldedText(written).trim()
  if (word === '') return { value: undefined }
  const value = (Object.keys(words) as Value[]).find((each) => words[each].includes(word))
  return value ? { value } : { fault }
}

/** The shop's own number of the order (spec 2.6). */
export function readReference(written: string): CellValue<string> {
  if (written === '') return { value: undefined }
  if (written.length > limits.externalRef.max) return { fault: 'TOO_LONG' }
  return /^[\w.:/#-]+$/.test(written) ? { value: written } : { fault: 'REFERENCE' }
}

/**
 * Degrees up to `max` from the equator or the meridian; a decimal comma is what French spreadsheets write.
 */
export function readDegrees(written: string, max: number): CellValue<number> {
  if (written === '') return { value: undefined }
  const value = readDecimal(written, { min: -max, max, decimals: 15 })
  return value === undefined ? { fault: 'COORDINATE' } : { value }
}

export function readPosition(written: string, pointInText: PointInText): CellValue<Point> {
  if (written === '') return { value: undefined }
  const value = pointInText(written)
  return value ? { value } : { fault: 'POSITION' }
}
