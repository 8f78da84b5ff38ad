import { commonWords, namesToo } from '../words/common-words.ts'
import { ofBrazil } from '../words/known-names.ts'
import { quarters } from '../words/known-quarters.ts'
import {
  claim,
  type Found,
  freeRuns,
  longestPhraseEnd,
  type Message,
  readableText,
  type Span,
  spanOf,
  type Token,
} from '../words/message-tokens.ts'
import { firstNamesOf, isFirstName, isParticle } from '../words/person-name.ts'
import type { Label } from './message-labels.ts'
import { addressing, callings, cues, greetings, introductions, titles } from './name-cues.ts'

/** First and last name as they were found; one of them alone when only one was written. */
type FoundName = { firstName?: Found<string>; lastName?: Found<string> }

/** Tokens from `from` up to, not including, `to`. */
type Range = [from: number, to: number]

/** Below this, words that are left are taken for something else than a name. */
const minScore = 3

/**
 * The customer's name: what a label says it is, else the words left over that look most like one, by where
 * they stand, how many they are and how they are written.
 */
export function readName(message: Message, labels: ReadonlyMap<number, Label>): FoundName {
  const labelled = labelledName(message, labels)
  if (labelled) return labelled
  const candidates = freeRuns(message).flatMap((run) => nameCandidates(message, run, labels))
  // Where names have capitals, a word without one after `na` or `suis` is of another language.
  const hasCapitals = candidates.some(({ isCapital }) => isCapital)
  const best = candidates
    .filter(({ isCapital, isKnown }) => isCapital || isKnown || !hasCapitals)
    .reduce<NameCandidate | undefined>(
      (one, other) => (one && one.score >= other.score ? one : other),
      undefined,
    )
  return best && best.score >= minScore ? namesIn(message, best.range, best.hasTitle) : {}
}

/** A sender's name as a chat shows it. */
export function nameOfSender(message: Message, { start, end }: Span): FoundName {
  const text = message.text.slice(start, end)
  if (/\d/.test(text) || !/\p{L}/u.test(text)) return {}
  const range = [
    message.tokens.findIndex((token) => token.start >= start && token.kind === 'WORD'),
    message.tokens.findIndex((token) => token.start >= end),
  ] as Range
  return range[0] >= 0 && range[1] > range[0] ? namesIn(message, range, false) : {}
}

function labelledName(message: Message, labels: ReadonlyMap<number, Label>): FoundName | undefined {
  const runAfter = (label: Label): Range | undefined => {
    const runs = freeRuns(message).filter(([from]) => labels.get(from) === label)
    return runs.map((run) => nameRuns(message, run)[0]).find((range) => range !== undefined)
  }
  const [whole, first, last] = [runAfter('NAME'), runAfter('FIRST_NAME'), runAfter('LAST_NAME')]
  if (first && (last ?? whole)) {
    const other = last ?? whole ?? first
    return { firstName: taken(message, first), lastName: taken(message, other) }
  }
  if (first) return { firstName: taken(message, first) }
  if (last) return { lastName: taken(message, last) }
  if (!whole) return undefined
  const before = message.tokens[whole[0] - 1]
  return namesIn(message, whole, titles.has(before?.folded ?? ''))
}

/** Takes the words of a name. After a title, a single word is the last name. */
function namesIn(message: Message, [from, to]: Range, hasTitle: boolean): FoundName {
  const { first, last } = firstNamesOf(message.tokens.slice(from, to).map(({ text }) => text))
  if (to - from === 1) {
    const only = taken(message, [from, to])
    return hasTitle && !isFirstName(only.value) ? { lastName: only } : { firstName: only }
  }
  return {
    firstName: taken(message, [from + first[0], from + first[1]]),
    lastName: taken(message, [from + last[0], from + last[1]]),
  }
}

function taken(message: Message, range: Range): Found<string> {
  claim(message, range, 'NAME')
  const span = spanOf(message, range)
  return { ...span, value: readableText(message.text.slice(span.start, span.end)) }
}

/** Words that may be a name, how much speaks for it, and whether a title stands before them. */
type NameCandidate = {
  range: Range
  score: number
  hasTitle: boolean
  isCapital: boolean
  isKnown: boolean
}

const maxNames = 4

/** What may be a name in a run of words. */
function nameCandidates(message: Message, run: Range, labels: ReadonlyMap<number, Label>): NameCandidate[] {
  if (['OTHER', 'PLACE', 'ZONE', 'LANDMARK'].includes(labels.get(run[0]) ?? '')) return []
  return nameRuns(message, run)
    .filter(([from, to]) => to - from <= maxNames && !isGreeted(message, from))
    .map((range) => candidateOf(message, range))
}

function candidateOf(message: Message, range: Range): NameCandidate {
  const { tokens } = message
  const [from, to] = range
  const words = tokens.slice(from, to)
  const before = tokens[from - 1]?.text === '.' ? tokens[from - 2] : tokens[from - 1]
  const isNewLine = tokens[from]?.isLineStart === true
  const hasTitle = !isNewLine && titles.has(before?.folded ?? '') && before?.text !== 'm'
  const hasCue = !isNewLine && (cues.has(before?.folded ?? '') || isIntroduced(message, from))
  const isCapital = words.every(({ text }) => /^\p{Lu}/u.test(text) || isParticle(text))
  const count = words.filter(({ text }) => !isParticle(text)).length
  const isKnown = isFirstName(words[0]?.text) || isFirstName(words.at(-1)?.text)
  const score =
    (hasTitle ? 5 : hasCue ? 4 : 0) +
    (isCapital ? 2 : 0) +
    (count === 2 || count === 3 ? 1 : 0) +
    // A message often begins with what its writer calls the seller.
    (isNewLine && (from > 0 || count > 1 || isKnown) ? 1 : 0) +
    (isKnown ? 1.5 : 0) +
    (isBesidePhone(message, range) ? 2 : 0) +
    (isCapital && isSignature(message, range) ? 1 : 0) -
    (isPriced(message, to) ? (count === 1 ? 3 : 1) : 0) -
    (isPlaced(message, from) && !hasTitle ? 2 : 0) -
    (words.some(({ text }) => text.length === 1) && count === 1 ? 5 : 0)
  return { range, score, hasTitle, isCapital, isKnown: isKnown || callings.has(words[0]?.folded ?? '') }
}

/** Whether the words before the token `at` say that somebody introduces themselves. */
function isIntroduced(message: Message, at: number): boolean {
  for (let from = Math.max(0, at - 4); from < at; from += 1)
    if (longestPhraseEnd(message, from, introductions) === at) return true
  return false
}

/** `Bonjour Awa`, `Salut ma grande soeur Awa`: who is called by a name, not who gives theirs. */
function isGreeted({ tokens }: Message, from: number): boolean {
  let before = from
  while (before > 0 && from - before < 4 && !tokens[before]?.isLineStart) {
    before -= 1
    const word = tokens[before]?.folded ?? ''
    if (greetings.has(word)) return true
    // The point of `M. Ndong` ends no sentence.
    const isPoint = word === '.' && titles.has(tokens[before - 1]?.folded ?? '')
    if (!isPoint && ![callings, addressing, titles].some((words) => words.has(word))) return false
  }
  return false
}

/** Whether the words end the message, as people sign. */
function isSignature({ tokens }: Message, [from, to]: Range): boolean {
  const isAfterEnd = tokens[from]?.isLineStart === true || /^[.!?)]$/.test(tokens[from - 1]?.text ?? '')
  return isAfterEnd && tokens.slice(to).every(({ kind }) => kind === 'SIGN')
}

/** `Rideaux 35000` are goods. */
const isPriced = ({ claims, tokens }: Message, to: number): boolean =>
  claims[to] === 'AMOUNT' ||
  (claims[to] === undefined && /^(a|=|:)$/.test(tokens[to]?.folded ?? '') && claims[to + 1] === 'AMOUNT')

/** Whether a word before says that a place follows: `à Makepe`, `quartier Zogbo`. */
const isPlaced = ({ tokens }: Message, from: number): boolean =>
  !tokens[from]?.isLineStart &&
  /^(a|au|at|in|to|quartier|vers|dey|sur|zone|secteur|commune|ville|cite|depuis)$/.test(
    tokens[from - 1]?.folded ?? '',
  )

/** Whether at most a sign and a label stand between the words and a phone. */
function isBesidePhone({ claims, tokens }: Message, [from, to]: Range): boolean {
  const isPassed = (at: number) =>
    claims[at] === 'LABEL' ||
    (claims[at] === undefined && tokens[at]?.kind === 'SIGN' && tokens[at]?.text !== '.')
  let [before, after] = [from - 1, to]
  while (from - before <= 4 && isPassed(before)) before -= 1
  while (after - to <= 4 && isPassed(after)) after += 1
  return claims[before] === 'PHONE' || claims[after] === 'PHONE'
}

/** Parts of a run without common words: particles stay between two names. */
function nameRuns(message: Message, [from, to]: Range): Range[] {
  const runs: Range[] = []
  let start = -1
  for (let at = from; at <= to; at += 1) {
    const isPart =
      at < to &&
      (start >= 0
        ? continuesName(message, start, at, to)
        : isNameWord(message, at) && !quarters.has(message.tokens[at]?.folded ?? ''))
    if (isPart && (start < 0 || beginsName(message, start, at))) {
      if (start >= 0) runs.push([start, at])
      start = at
    }
    if (!isPart && start >= 0) {
      runs.push([start, at])
      start = -1
    }
  }
  return runs
}

/** `mane Ndeye Fatou`: a capital after a small word begins the name, unless that word is one itself. */
function beginsName({ tokens }: Message, start: number, at: number): boolean {
  const words = tokens.slice(start, at)
  const isSmall = words.every(
    ({ text, folded }) =>
      /^\p{Ll}/u.test(text) && !isParticle(text) && !isFirstName(text) && !callings.has(folded),
  )
  return isSmall && /^\p{Lu}/u.test(tokens[at]?.text ?? '')
}

/** A name goes on in the letters that it begins with, and not with a place: `Bineta de Pikine`. */
function continuesName(message: Message, start: number, at: number, to: number): boolean {
  const { tokens } = message
  if (isInnerParticle(message, at, to)) return true
  const [first, word] = [tokens[start], tokens[at]]
  const isCapital = /^\p{Lu}/u.test(first?.text ?? '')
  if (!isNameWord(message, at) || quarters.has(word?.folded ?? '')) return false
  return (
    !isCapital || /^\p{Lu}/u.test(word?.text ?? '') || isParticle(word?.text ?? '') || isElided(word?.text)
  )
}

/** `d’Almeida` begins small. */
const isElided = (text = ''): boolean => /^[dn]['’]\p{Lu}/u.test(text)

/** `de Souza` belongs to a name; behind `de`, any other word is where somebody lives. */
function isInnerParticle(message: Message, at: number, to: number): boolean {
  const [particle, next] = [message.tokens[at], message.tokens[at + 1]]
  if (at + 1 >= to || !isParticle(particle?.text ?? '') || !isNameWord(message, at + 1)) return false
  return particle?.folded !== 'de' || /^D/.test(particle.text) || ofBrazil.has(next?.folded ?? '')
}

function isNameWord(message: Message, at: number): boolean {
  const { tokens } = message
  const token = tokens[at]
  if (token?.kind !== 'WORD' || titles.has(token.folded)) return false
  if (/^(da|do|dos|el|al|ould|ben|st|ste)$/.test(token.folded) && tokens[at + 1]?.kind === 'WORD') return true
  if (/^(De|Du|Des|La|Le)$/.test(token.text) && /^\p{Lu}/u.test(tokens[at + 1]?.text ?? '')) return true
  const [, prefix, rest = ''] = /^([a-z]{1,2})'(.+)$/.exec(token.folded) ?? []
  if (prefix && !/^[dnmo]$/.test(prefix)) return false
  if (namesToo.has(token.folded))
    return (
      isCapitalName(tokens[at]) &&
      (callings.has(tokens[at - 1]?.folded ?? '') ||
        titles.has(tokens[at - 1]?.folded ?? '') ||
        isIntroduced(message, at) ||
        [at - 1, at + 1].some((near) => isCapitalName(tokens[near])))
    )
  // `Grâce à Dieu` thanks.
  if (token.folded === 'grace' && /^(a|au|aux)$/.test(tokens[at + 1]?.folded ?? '')) return false
  return !commonWords.has(token.folded) && !commonWords.has(rest)
}

const isCapitalName = (token: Token | undefined): boolean =>
  token?.kind === 'WORD' &&
  /^\p{Lu}/u.test(token.text) &&
  (!commonWords.has(token.folded) || namesToo.has(token.folded))
