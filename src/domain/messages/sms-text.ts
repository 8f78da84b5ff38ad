import { SegmentedMessage } from 'sms-segments-calculator'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { SmsKind } from './message-kinds.ts'
import { placesOf, type Words, withoutEmptyParts, wordOf } from './message-text.ts'
import { messageWording } from './message-wording.ts'

/**
 * What one SMS holds, in septets: a character of the alphabet of GSM 03.38 has one, one of its extension two.
 */
const maxSeptets = 160

/** Names and reasons, in the order in which they are shortened where a text is too long. */
const shortened = ['reason', 'advice', 'customer', 'courier', 'shop', 'what'] as const
/** How short a name may become: first while parts can still be left out, and at last. */
const leastLengths = [10, 4] as const

/**
 * A message as one SMS of at most 160 septets, without the parts in brackets that nothing fills. What is too
 * long is made to fit in this order: names and reasons are shortened to ten characters, the parts in brackets
 * are left out from the last on, and names are shortened to four. A code, an amount, a phone number and a
 * link are never cut: with a public address of at most 40 characters, as the settings want it, there is room
 * for them.
 */
export function smsText(kind: SmsKind, language: SpokenLanguage, words: Words, link: string | null): string {
  const places = { ...plainWords(words), link: link ?? '' }
  const variants = withoutParts(withoutEmptyParts(smsWording(kind, language), words))
  let text = ''
  for (const least of leastLengths) {
    for (const variant of variants) {
      text = fitted(variant, places, least)
      if (septetsIn(text) <= maxSeptets) return text
    }
  }
  return text
}

/** What a message says by SMS, its places open: what its letters lose there is lost beforehand. */
export const smsWording = (kind: SmsKind, language: SpokenLanguage): string =>
  gsmText(messageWording(kind, language).sms ?? '')

/** How many septets a text has that is written in the alphabet of GSM 03.38. */
export const septetsIn = (text: string): number => new SegmentedMessage(text, 'GSM-7').messageSize / 7

/** Whether a text has no other characters than those of GSM 03.38. */
export const isGsmText = (text: string): boolean =>
  text === '' || new SegmentedMessage(text).encodingName === 'GSM-7'

/**
 * A text in the alphabet of GSM 03.38: letters without the marks that it lacks, signs as they are typed on a
 * phone.
 */
export function gsmText(text: string): string {
  const typed = text.normalize('NFC').replaceAll(/./gsu, (sign) => {
    if (isGsmText(sign)) return sign
    const alike = typedAlike[sign] ?? sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return isGsmText(alike) ? alike : ''
  })
  return typed.replaceAll(/\s+/g, ' ').trim()
}

const typedAlike: Record<string, string> = {
  '`': "'",
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  œ: 'oe',
  Œ: 'OE',
}

/** The words in the alphabet of GSM 03.38; a dash for one that has no letter of it. */
const plainWords = (words: Words): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([place, word]) => [place, gsmText(word) || '-']))

/** A text with all parts in brackets, and then without the last of them, and so on. */
function withoutParts(text: string): string[] {
  const variants = [text]
  for (let left = text; left.includes('['); variants.push(left)) {
    const at = left.lastIndexOf('[')
    left = left.slice(0, at) + left.slice(left.indexOf(']', at) + 1)
  }
  return variants.map((variant) => variant.replaceAll(/[[\]]/g, ''))
}

/** A text with its places filled, and names shortened to no less than `least` characters until it fits. */
function fitted(text: string, words: Record<string, string>, least: number): string {
  const fitting = { ...words }
  for (const place of shortened.filter((each) => placesOf(text).includes(each))) {
    const tooLong = septetsIn(filledWith(text, fitting)) - maxSeptets
    const word = wordOf(fitting, place)
    if (tooLong > 0 && word.length > least) fitting[place] = cut(word, Math.max(least, word.length - tooLong))
  }
  return filledWith(text, fitting)
}

const filledWith = (text: string, words: Words): string =>
  text
    .replaceAll(/\{(\w+)\}/g, (_, place: string) => wordOf(words, place))
    .replaceAll('..', '.')
    .trim()

const cut = (word: string, length: number): string => `${word.slice(0, length - 1).trimEnd()}.`
