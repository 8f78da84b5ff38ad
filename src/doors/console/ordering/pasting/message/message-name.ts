import {
  claim,
  type Found,
  freeRuns,
  type Message,
  readableText,
  type Span,
  spanOf,
} from '../../words/message-tokens.ts'
import { firstNamesOf } from '../../words/person-name.ts'
import type { Label } from './message-labels.ts'
import { type NameCandidate, nameCandidates, nameRuns, titles } from './name-candidates.ts'

/** First and last name as they were found; one of them alone when only one was written. */
type FoundName = { firstName?: Found<string>; lastName?: Found<string> }

type Range = [from: number, to: number]

/** Below this, words that are left are taken for something else than a name. */
const minScore = 3

/**
 * The customer's name: what a label says it is, else the words left over that look most like one, by where they stand,
 * how many they are and how they are written.
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
