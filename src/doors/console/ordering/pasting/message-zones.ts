import { distance } from 'fastest-levenshtein'
import { soundOf } from '../../../../domain/maps/landmark-spelling.ts'
import { commonWords } from '../words/common-words.ts'
import { nicknames } from '../words/known-quarters.ts'
import {
  type Found,
  isFree,
  listed,
  type Message,
  readTokens,
  spanOf,
  type Token,
} from '../words/message-tokens.ts'

/** A zone's name at the tokens from `from` up to, not including, `to`. */
type ZoneMatch = Found<string> & { from: number; to: number }

/** More words make no name of a zone. */
const maxWords = 6

type Name = { name: string; words: string; length: number }

/**
 * The zones that a message names, by the names of `zones`. Accents, capitals, hyphens and blanks do not
 * matter, and what people call a quarter for short names it too. Only when no name is written as it is
 * are misspellings forgiven, in long words that begin alike: one letter in seven, two in ten. Of a zone
 * that joins quarters, `Cadjèhoun–Haie Vive`, each quarter is a name.
 */
export function findZones(message: Message, zones: readonly string[]): ZoneMatch[] {
  const quarters = zones.flatMap((name) => quartersOf(name).map((quarter) => ({ name, quarter })))
  const names = [...quarters, ...zones.map((name) => ({ name, quarter: name }))].map(({ name, quarter }) => ({
    name,
    words: comparable(quarter),
    length: readTokens(quarter).tokens.length,
  }))
  const byWords = new Map(names.map((each) => [each.words.replaceAll(' ', ''), each]))
  const exact = scan(message, (words) => byWords.get(words.replaceAll(' ', '')) ?? calledShort(words, names))
  return exact.length > 0 ? exact : scan(message, (words) => misspelt(words, names))
}

/** The only zone whose name begins with what a nickname stands for. */
function calledShort(words: string, names: readonly Name[]): Name | undefined {
  const full = nicknames.get(words)
  if (full === undefined) return undefined
  const meant = names.filter((each) => each.words === full || each.words.startsWith(`${full} `))
  return new Set(meant.map(({ name }) => name)).size === 1 ? meant[0] : undefined
}

const quartersOf = (name: string): string[] => {
  const quarters = name.split(/[–—/]/).map((quarter) => quarter.trim())
  return quarters.length > 1 ? quarters.filter((quarter) => quarter !== '') : []
}

/** Every longest place of a message where `find` knows the words. */
function scan(message: Message, find: (words: string) => Name | undefined): ZoneMatch[] {
  const found: ZoneMatch[] = []
  for (let at = 0; at < message.tokens.length; at += 1) {
    const match = changing.has(message.tokens[at - 1]?.folded ?? '')
      ? undefined
      : longestAt(message, at, find)
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

/** In front of a word these make another name of it: `Saint André`, `Mme Louis`. */
const changing = new Set(
  listed(`saint, st, sainte, ste, san, santa, notre, grand, grande, petit, petite, nouveau, nouvelle, new,
    old, mme, mr, mlle, madame, monsieur, m'appelle, dr, pasteur`),
)

/**
 * The zone that is meant by misspelt words, each of which must resemble one of its name; none if two may
 * be.
 */
function misspelt(words: string, names: readonly Name[]): Name | undefined {
  if (words.length < minSpelt - 1 || words.length > 60 || commonWords.has(words)) return undefined
  const near = names
    .map((each) => ({ each, letters: lettersApart(each.words.split(' '), words.split(' ')) }))
    .filter(({ letters }) => letters !== undefined)
    .sort((one, other) => (one.letters ?? 0) - (other.letters ?? 0))
  const best = near.filter(({ letters }) => letters === near[0]?.letters)
  return new Set(best.map(({ each }) => each.name)).size === 1 ? best[0]?.each : undefined
}

/** Below this many letters another spelling is another word: André is not Angré. */
const minSpelt = 7

/** In how many letters words differ, where each may be a misspelling of the other; else undefined. */
function lettersApart(name: readonly string[], words: readonly string[]): number | undefined {
  if (name.length !== words.length) return undefined
  let letters = 0
  for (const [at, word] of words.entries()) {
    const right = name[at] ?? ''
    if (word === right) continue
    const most = right.length < minSpelt ? 0 : right.length < 9 ? 1 : 2
    const apart = Math.abs(word.length - right.length) > most ? undefined : distance(word, right)
    if (apart === undefined || apart > most || soundOf(word)[0] !== soundOf(right)[0]) return undefined
    letters += apart
  }
  return letters
}

const comparable = (name: string): string =>
  readTokens(name)
    .tokens.filter(({ kind }) => kind !== 'SIGN')
    .map(({ folded }) => withoutHyphens(folded))
    .join(' ')

/** `Ste-Rita` is `sainte rita`. */
const withoutHyphens = (folded: string): string =>
  folded
    .replaceAll('-', ' ')
    .replaceAll("'", ' ')
    .replace(/^st(e?)(?= |$)/, 'saint$1')
