import { commonWords, namesToo } from '../words/common-words.ts'
import {
  claim,
  type Found,
  freeRuns,
  listed,
  type Message,
  readableText,
  type Span,
  spanOf,
  type Token,
} from '../words/message-tokens.ts'
import { firstNamesOf, isParticle } from '../words/person-name.ts'
import type { Label } from './message-labels.ts'

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
  const best = freeRuns(message)
    .flatMap((run) => nameCandidates(message, run, labels))
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
    return hasTitle ? { lastName: only } : { firstName: only }
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

/** After these words a name follows. */
const cues = new Set(
  listed(`pour, client, cliente, for, destinataire, m'appelle, nom, dame, from, go, gars, soeur, frere`),
)
/** What people call each other: the name that follows is a first name. */
const callings = new Set(listed(`tata, tantie, tonton, maman, papa, sister, soeur, client, cliente, pour`))
/** Titles: a single name after one is a last name. */
const titles = new Set(
  listed(`mme, madame, mr, monsieur, mlle, mademoiselle, m, mrs, ms, miss, dr, maitre, docteur, me`),
)

/** Words that may be a name, how much speaks for it, and whether a title stands before them. */
type NameCandidate = { range: Range; score: number; hasTitle: boolean }

const maxNames = 5

/** What may be a name in a run of words. */
function nameCandidates(message: Message, run: Range, labels: ReadonlyMap<number, Label>): NameCandidate[] {
  if (labels.get(run[0]) === 'OTHER' || labels.get(run[0]) === 'PLACE' || labels.get(run[0]) === 'ZONE')
    return []
  return nameRuns(message, run)
    .filter(([from, to]) => to - from <= maxNames)
    .map((range) => candidateOf(message, range))
}

function candidateOf(message: Message, range: Range): NameCandidate {
  const { tokens } = message
  const [from, to] = range
  const words = tokens.slice(from, to)
  const before = tokens[from - 1]?.text === '.' ? tokens[from - 2] : tokens[from - 1]
  const hasTitle = titles.has(before?.folded ?? '') && before?.text !== 'm'
  const isCapital = words.every(({ text }) => /^\p{Lu}/u.test(text) || isParticle(text))
  const count = words.filter(({ text }) => !isParticle(text)).length
  const score =
    (hasTitle || cues.has(before?.folded ?? '') ? 4 : 0) +
    (isCapital ? 2 : 0) +
    (count === 2 || count === 3 ? 1 : 0) +
    (tokens[from]?.isLineStart ? 1 : 0) +
    (isBesidePhone(message, range) ? 2 : 0) -
    (words.some(({ text }) => text.length === 1) && count === 1 ? 5 : 0)
  return { range, score, hasTitle }
}

/** Whether at most a sign and a label stand between the words and a phone. */
function isBesidePhone({ claims, tokens }: Message, [from, to]: Range): boolean {
  const isPassed = (at: number) =>
    claims[at] === 'LABEL' || (claims[at] === undefined && tokens[at]?.kind === 'SIGN')
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
    const isPart = at < to && (isNameWord(message, at) || (start >= 0 && isInnerParticle(message, at, to)))
    if (isPart && start < 0) start = at
    if (!isPart && start >= 0) {
      runs.push([start, at])
      start = -1
    }
  }
  return runs
}

const isInnerParticle = (message: Message, at: number, to: number): boolean =>
  at + 1 < to && isParticle(message.tokens[at]?.text ?? '') && isNameWord(message, at + 1)

function isNameWord({ tokens }: Message, at: number): boolean {
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
        [at - 1, at + 1].some((near) => isCapitalName(tokens[near])))
    )
  return !commonWords.has(token.folded) && !commonWords.has(rest)
}

const isCapitalName = (token: Token | undefined): boolean =>
  token?.kind === 'WORD' &&
  /^\p{Lu}/u.test(token.text) &&
  (!commonWords.has(token.folded) || namesToo.has(token.folded))
