import { plainPhoneSigns } from '../../../base/kernel/phone-digits.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import { referenceOf, referencePrefix } from '../../../base/kernel/short-code.ts'
import type { DeliveryRow } from '../delivery-row.ts'

/**
 * This folder finds deliveries: the lists, the search over names, phones and references, and what a shop has
 * to do. A delivery is found by its terms: words of the customer's name and of the shop's own reference,
 * without accents and in lower case (`w:dossou`), and the digits of the phone backwards (`p:1000007910922`),
 * so that whatever its last digits are is a beginning. What is typed becomes beginnings of such terms
 * (decision 138).
 */
export type SearchableDelivery = Pick<
  DeliveryRow,
  'customer_last_name' | 'customer_first_name' | 'customer_phone' | 'external_ref'
>

/**
 * One word of what was typed: a delivery has it when a term begins with one of these, or it has that
 * reference.
 */
export type SearchWord = { prefixes: readonly string[]; reference: string | undefined }

/** Longer words are cut, so that no term is too long for an index. */
const maxWordLength = 40
/** By how many terms a delivery is found at most. */
const maxTerms = 16

/** What is typed is read up to here; the rest is ignored. */
const maxTypedLength = 100
const maxTypedWords = 5

/** By how few digits a phone is found: one digit would be a tenth of all phones. */
const minPhoneDigits = 2

/** The terms by which a delivery is found. */
export function searchTerms(delivery: SearchableDelivery): string[] {
  const { customer_last_name, customer_first_name, customer_phone, external_ref } = delivery
  const phone = digitsOf(customer_phone)
  const words = [
    ...`${customer_last_name} ${customer_first_name}`.split(/\s+/).flatMap(wordsOfName),
    ...wordsOfReference(external_ref ?? ''),
  ]
  // Names and phone may have been erased after the delivery ended.
  const terms = [
    ...(phone === '' ? [] : [phoneTerm(phone)]),
    ...words.filter((word) => word !== '').map(wordTerm),
  ]
  return [...new Set(terms)].slice(0, maxTerms)
}

/**
 * The words of what was typed, all of which a delivery must have; a group of digits is one word, however it
 * is spaced. Phones are read by the rules of `country` too, and what references of `cell` begin with may be
 * left out. Empty where nothing was typed but spaces.
 */
export const readSearch = (typed: string, country: string, cell = ''): SearchWord[] =>
  grouped(
    plainPhoneSigns(typed.slice(0, maxTypedLength))
      .replaceAll(/\bcol[\s-](?=[0-9a-z]{6}\b)/gi, 'COL-')
      .split(/[\s,;]+/)
      .filter((word) => word !== ''),
  )
    .slice(0, maxTypedWords)
    .map((word) => ({ prefixes: prefixesOf(word, country), reference: typedReference(word, cell) }))

/** Whether a delivery has all these words, as the search by terms would find it. */
export function hasWords(
  delivery: SearchableDelivery & Pick<DeliveryRow, 'reference'>,
  words: readonly SearchWord[],
): boolean {
  const terms = searchTerms(delivery)
  return words.every(
    ({ prefixes, reference }) =>
      reference === delivery.reference ||
      prefixes.some((prefix) => terms.some((term) => term.startsWith(prefix))),
  )
}

/** Groups of digits that follow one another are one word: `97 00 00 01`. */
function grouped(words: readonly string[]): string[] {
  const groups: string[] = []
  for (const word of words) {
    const last = groups.at(-1)
    if (last !== undefined && phoneSigns.test(last) && phoneSigns.test(word))
      groups.splice(-1, 1, last + word)
    else groups.push(word)
  }
  return groups
}

const phoneSigns = /^[\d+()./-]+$/

/** The term that every phone in international form has. */
export const phoneTermOf = (phone: string): string => phoneTerm(digitsOf(phone))

/** The beginnings of terms that a typed word may mean: none for a word without letters or digits. */
function prefixesOf(word: string, country: string): string[] {
  const plain = joined(folded(word))
  return [...(plain === '' ? [] : [wordTerm(plain)]), ...phonePrefixes(word, country)]
}

/** The last digits of a phone, and the phone in international form where that ends in other ones. */
function phonePrefixes(word: string, country: string): string[] {
  const digits = digitsOf(word)
  if (!phoneSigns.test(word) || digits.length < minPhoneDigits) return []
  const typed = phoneTerm(digits)
  const phone = internationalPhone(word, country)
  const known = phone && phoneTermOf(phone)
  return known && !known.startsWith(typed) ? [typed, known] : [typed]
}

/** A reference of ours, whole, with or without what they all begin with. */
const typedReference = (word: string, cell: string): string | undefined =>
  referenceOf(word) ?? referenceOf(`${referencePrefix(cell)}${word}`)

/** The parts of a name (`Jean-Baptiste`, `d’Almeida`) and all of it together, as people may type either. */
function wordsOfName(name: string): string[] {
  const plain = folded(name)
  return [joined(plain), ...partsOf(plain).filter((part) => part.length > 1)]
}

/**
 * All of a reference together, and what comes last, which is usually the number of the order
 * (`CMD-2026/1042`).
 */
function wordsOfReference(externalRef: string): string[] {
  const plain = folded(externalRef)
  return [joined(plain), partsOf(plain).at(-1) ?? '']
}

const partsOf = (plain: string): string[] => plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')

const joined = (plain: string): string => partsOf(plain).join('')

/**
 * Lower case without accents; letters of Fon, Ewe and other languages that have none to lose get a plain one.
 */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[æœßøđłıɖɗɓɛəǝɔŋɣƒʋƴ]/g, (letter) => plainLetters[letter] ?? letter)

// biome-ignore format: pairs
const plainLetters: Record<string, string> = {
  æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ɖ: 'd', ɗ: 'd', ɓ: 'b', ɛ: 'e', ə: 'e',
  ǝ: 'e', ɔ: 'o', ŋ: 'n', ɣ: 'g', ƒ: 'f', ʋ: 'v', ƴ: 'y',
}

const wordTerm = (word: string): string => `w:${word.slice(0, maxWordLength)}`

const phoneTerm = (digits: string): string =>
  `p:${[...digits].reverse().join('')}`.slice(0, maxWordLength + 2)

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
