import { foldedText } from '../../../../base/kernel/folded-text.ts'

/**
 * Where something stands in a text: from `start` up to, not including, `end`, in UTF-16 units of the text.
 */
export type Span = { start: number; end: number }

/** A value that was read from a text, and where. */
export type Found<Value> = Span & { value: Value }

/** A word, a group of digits or any other visible sign of a message. */
export type Token = Span & {
  kind: 'WORD' | 'DIGITS' | 'SIGN'
  text: string
  /** The text without accents and capitals: what lists of words are compared with. */
  folded: string
  /** Nothing stands between this token and the one before it. */
  isGlued: boolean
  /** It begins a line. */
  isLineStart: boolean
}

/** What a token was taken for. */
type Claim =
  | 'SENDER'
  | 'CARD'
  | 'LABEL'
  | 'POSITION'
  | 'LINK'
  | 'TIME'
  | 'PHONE'
  | 'AMOUNT'
  | 'TERMS'
  | 'ZONE'
  | 'LANDMARK'
  | 'CATEGORY'
  | 'NAME'

/** A message taken apart, and what each of its tokens was taken for so far. */
export type Message = { text: string; tokens: Token[]; claims: (Claim | undefined)[] }

/** Letters with the hyphens and apostrophes inside a word; digits; or one other sign. */
const token = /\p{L}[\p{L}\p{M}]*(?:['’ʼ‘`-]\p{L}[\p{L}\p{M}]*)*|\d+|\S/gu

/** Marks of bold and italics, quotes and what cannot be seen: they separate nothing. */
const unread = /^[*_~"“”«»\p{Default_Ignorable_Code_Point}\p{M}\p{Cc}]$/u

/** Takes a message apart. Linear in the length of the text. */
export function readTokens(text: string): Message {
  const tokens: Token[] = []
  for (const match of text.matchAll(token)) {
    if (unread.test(match[0])) continue
    const [start, end] = [match.index, match.index + match[0].length]
    const between = text.slice(tokens.at(-1)?.end ?? 0, start)
    tokens.push({
      start,
      end,
      kind: kindOf(match[0]),
      text: match[0],
      folded: foldedText(match[0]),
      isGlued: between === '' && tokens.length > 0,
      isLineStart: tokens.length === 0 || between.includes('\n'),
    })
  }
  return { text, tokens, claims: tokens.map(() => undefined) }
}

/** Takes the tokens from `from` up to, not including, `to`. */
export function claim(message: Message, [from, to]: readonly [number, number], what: Claim): void {
  message.claims.fill(what, from, to)
}

/** The span of the tokens from `from` up to, not including, `to`. */
export const spanOf = ({ tokens }: Message, [from, to]: readonly [number, number]): Span => ({
  start: tokens[from]?.start ?? 0,
  end: tokens[to - 1]?.end ?? 0,
})

/** A part of the text as people read it: one blank between words, nothing invisible. */
export const readableText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[*_~]|[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Whether the token `at` is free: not taken for anything yet. */
export const isFree = ({ tokens, claims }: Message, at: number): boolean =>
  tokens[at] !== undefined && claims[at] === undefined

/** Whether the folded words of `phrase`, one blank between them, stand at the token `at`. */
function phraseEnd({ tokens }: Message, at: number, phrase: string): number | undefined {
  const words = phrase.split(' ')
  const isThere = words.every((word, offset) => {
    const found = tokens[at + offset]
    return found?.folded === word && (offset === 0 || !found.isLineStart)
  })
  return isThere ? at + words.length : undefined
}

/** The end of the longest of `phrases` at the token `at`. Undefined when none is there. */
export function longestPhraseEnd(message: Message, at: number, phrases: PhraseList): number | undefined {
  const ends = (phrases.get(message.tokens[at]?.folded ?? '') ?? [])
    .map((phrase) => phraseEnd(message, at, phrase))
    .filter((end) => end !== undefined)
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Phrases by their first words. */
type PhraseList = Map<string, string[]>

/** Groups phrases, separated by commas, by their first words. */
export function phraseList(phrases: string): PhraseList {
  return Map.groupBy(listed(phrases), (phrase) => phrase.split(' ')[0] ?? '')
}

/** Words or phrases separated by commas. */
export const listed = (words: string): string[] =>
  words
    .split(',')
    .map((word) => word.replace(/\s+/g, ' ').trim())
    .filter((word) => word !== '')

const kindOf = (text: string): Token['kind'] =>
  /^\p{L}/u.test(text) ? 'WORD' : /^\d/.test(text) ? 'DIGITS' : 'SIGN'

/** Runs of free words and digits between signs, line ends and what was taken, as [from, to] of tokens. */
export function freeRuns(message: Message): [from: number, to: number][] {
  const runs: [number, number][] = []
  let from = -1
  message.tokens.forEach((each, at) => {
    const isPart = isFree(message, at) && (each.kind !== 'SIGN' || isInNumber(message, at))
    if (from >= 0 && (!isPart || each.isLineStart)) {
      runs.push([from, at])
      from = -1
    }
    if (isPart && from < 0) from = at
  })
  if (from >= 0) runs.push([from, message.tokens.length])
  return runs
}

/** A dot, comma or slash between digits: `22.000`. */
function isInNumber({ tokens }: Message, at: number): boolean {
  const [before, sign, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  const isGlued = sign?.isGlued === true && after?.isGlued === true
  return isGlued && before?.kind === 'DIGITS' && after.kind === 'DIGITS' && /^[.,/]$/.test(sign.text)
}
