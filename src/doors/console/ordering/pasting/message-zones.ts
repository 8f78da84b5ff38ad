import { distance } from 'fastest-levenshtein'
import { commonWords } from '../words/common-words.ts'
import { type Found, isFree, type Message, readTokens, spanOf, type Token } from '../words/message-tokens.ts'

/** A zone's name at the tokens from `from` up to, not including, `to`. */
type ZoneMatch = Found<string> & { from: number; to: number }

/** More words make no name of a zone. */
const maxWords = 6

type Name = { name: string; words: string; length: number }

/**
 * The zones that a message names, by the names of `zones`. Accents, capitals, hyphens and blanks do not
 * matter. Only when no name is written as it is are misspellings forgiven: one letter in five, two in nine.
 * Of a zone that joins quarters, `Cadjèhoun–Haie Vive`, each quarter is a name.
 */
export function findZones(message: Message, zones: readonly string[]): ZoneMatch[] {
  const quarters = zones.flatMap((name) => quartersOf(name).map((quarter) => ({ name, quarter })))
  const names = [...quarters, ...zones.map((name) => ({ name, quarter: name }))].map(({ name, quarter }) => ({
    name,
    words: comparable(quarter),
    length: readTokens(quarter).tokens.length,
  }))
  const byWords = new Map(names.map((each) => [each.words.replaceAll(' ', ''), each]))
  const exact = scan(message, (words) => byWords.get(words.replaceAll(' ', '')))
  return exact.length > 0 ? exact : scan(message, (words) => misspelt(words, names))
}

const quartersOf = (name: string): string[] => {
  const quarters = name.split(/[–—/]/).map((quarter) => quarter.trim())
  return quarters.length > 1 ? quarters.filter((quarter) => quarter !== '') : []
}

/** Every longest place of a message where `find` knows the words. */
function scan(message: Message, find: (words: string) => Name | undefined): ZoneMatch[] {
  const found: ZoneMatch[] = []
  for (let at = 0; at < message.tokens.length; at += 1) {
    const match = longestAt(message, at, find)
    if (!match) continue
    found.push(match)
    at = match.to - 1
  }
  return found
}

function longestAt(message: Message, at: number, find: (words: string) => Name | undefined) {
  for (let to = Math.min(at + maxWords, message.tokens.length); to > at; to -= 1) {
    const tokens = message.tokens.slice(at, to)
    const isOne = tokens.every(
      ({ kind, isLineStart }, offset) =>
        isFree(message, at + offset) && kind !== 'SIGN' && !(offset && isLineStart),
    )
    const name = isOne ? find(tokens.map(({ folded }) => withoutHyphens(folded)).join(' ')) : undefined
    if (name && isMeant(tokens, name)) return { ...spanOf(message, [at, to]), value: name.name, from: at, to }
  }
  return undefined
}

/** `est` and `centre` are zones only when they are written as names, `bè` when it has its accent. */
function isMeant([first, ...others]: readonly Token[], { name }: Name): boolean {
  if (!commonWords.has(first?.folded ?? '') || others.length > 0) return true
  const text = first?.text.normalize('NFC') ?? ''
  return /^\p{Lu}/u.test(text) || (/[^a-z]/i.test(text) && text === name.toLowerCase())
}

/** The zone that is meant by misspelt words. */
function misspelt(words: string, names: readonly Name[]): Name | undefined {
  if (words.length < 5 || words.length > 60 || commonWords.has(words)) return undefined
  const near = names
    .filter((each) => each.words.length >= 5 && Math.abs(each.words.length - words.length) <= 2)
    .map((each) => ({ each, letters: distance(each.words, words) }))
    .filter(({ each, letters }) => letters <= (each.words.length < 9 ? 1 : 2))
    .sort((one, other) => one.letters - other.letters)
  return near[0]?.each
}

const comparable = (name: string): string =>
  readTokens(name)
    .tokens.filter(({ kind }) => kind !== 'SIGN')
    .map(({ folded }) => withoutHyphens(folded))
    .join(' ')

const withoutHyphens = (folded: string): string => folded.replaceAll('-', ' ').replaceAll("'", ' ')
