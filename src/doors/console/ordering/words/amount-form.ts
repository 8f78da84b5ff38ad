import { currencyWords, factors, readFcfa } from '../../../../base/kernel/written-number.ts'
import { limits } from '../../../../contract/limits.ts'
import { isFree, type Message } from './message-tokens.ts'
import { numberInWords } from './number-words.ts'

const currencies = new Set(currencyWords)

/**
 * An amount as it was written: where it ends, whether a currency or a word like `mille` says what it is, and
 * what else the same words may mean.
 */
type WrittenAmount = { value: number; to: number; isMarked: boolean; others: number[] }

/** The end of digits that may be an amount at the token `at`: `15000`, `15 000`, `1.500.000`. */
export function amountEnd({ tokens }: Message, at: number): number | undefined {
  const first = tokens[at]
  if (first?.kind !== 'DIGITS' || (first.text.startsWith('0') && first.text !== '0')) return undefined
  let end = at + 1
  if (first.text.length > 3 || first.text === '0') return end
  for (let next = thousandsAt({ tokens }, end); next !== undefined; next = thousandsAt({ tokens }, end))
    end = next
  return end
}

/**
 * The end of a group of three digits that goes on at the token `at`, after a blank, a dot, a comma or an
 * apostrophe.
 */
function thousandsAt({ tokens }: Pick<Message, 'tokens'>, at: number): number | undefined {
  const [sign, group] = tokens.slice(at, at + 2)
  const isGroup = (one: typeof sign) => one?.kind === 'DIGITS' && one.text.length === 3 && !one.isLineStart
  if (isGroup(sign)) return at + 1
  const isSign = sign?.isGlued === true && /^[.,'’]$/.test(sign.text)
  return isSign && group?.isGlued && isGroup(group) ? at + 2 : undefined
}

/** The end of a currency at the token `at`. */
export function markEnd({ tokens }: Pick<Message, 'tokens'>, at: number): number | undefined {
  const [first, second] = tokens.slice(at, at + 2)
  if (!first || first.isLineStart || !(currencies.has(first.folded) || factors.has(first.folded)))
    return undefined
  return second && currencies.has(second.folded) && !second.isLineStart ? at + 2 : at + 1
}

/**
 * The amount that begins at the token `at`, however small; undefined when there is none, or it may be two.
 */
export function writtenAmount(message: Message, at: number): WrittenAmount | undefined {
  const { tokens } = message
  const end = figureEnd(message, at)
  if (end === undefined) return amountInWords(message, at)
  const factor = tokens[end]?.isLineStart ? undefined : factors.get(tokens[end]?.folded ?? '')
  if (factor !== undefined) return multipliedAmount(message, [at, end], factor)
  const to = markEnd(message, end) ?? end
  const value = readFcfa(writtenAs(message, [at, to]))
  return value === undefined ? undefined : { value, to, isMarked: to > end, others: [] }
}

/** `quinze mille francs`; `mille` alone with its currency, since there are a thousand thanks too. */
function amountInWords(message: Message, at: number): WrittenAmount | undefined {
  const number = isFree(message, at) ? numberInWords(message.tokens, at) : undefined
  if (!number) return undefined
  const { value, others } = number
  const to = markEnd(message, number.to) ?? number.to
  const isMarked = to > number.to
  return isMarked || to > at + 1 || /-/.test(message.tokens[at]?.text ?? '')
    ? { value, to, isMarked: true, others }
    : undefined
}

/**
 * An amount with a word like `mille`, and what may follow it: `15 mille 500`, `15 mille cinq cents`,
 * `2k5`. Of `5 mille 5` and `1 million 200` nobody can be sure.
 */
function multipliedAmount(
  message: Message,
  [at, end]: [number, number],
  factor: number,
): WrittenAmount | undefined {
  const { tokens } = message
  const base = readFcfa(writtenAs(message, [at, end + 1]))
  if (base === undefined) return undefined
  const next = tokens[end + 1]
  const isNext = next !== undefined && !next.isLineStart && isFree(message, end + 1)
  const words = isNext && factor === 1_000 ? numberInWords(tokens, end + 1) : undefined
  const [tail, tailEnd] =
    isNext && next.kind === 'DIGITS' && !/^0/.test(next.text)
      ? [Number(next.text), end + 2]
      : words && words.value < 1_000
        ? [words.value, words.to]
        : [0, end + 1]
  const isWord =
    words !== undefined || tokens[end]?.folded.startsWith('mil') === true || next?.isGlued === true
  const isHundreds =
    factor === 1_000 && isWord && tail >= 100 && tail < 1_000 && !isMeasured(message, tailEnd)
  const isGluedDigit = factor === 1_000 && tail > 0 && tail < 10 && next?.isGlued === true
  if (isHundreds || isGluedDigit) {
    const to = markEnd(message, tailEnd) ?? tailEnd
    return { value: base + (isHundreds ? tail : tail * 100), to, isMarked: true, others: [] }
  }
  const isShort = tail > 0 && tail < 1_000 && isTail(message, tailEnd)
  const part = factor === 1_000 ? (tail < 10 ? 100 : 1) : 1_000
  const to = isShort ? tailEnd : (markEnd(message, end + 1) ?? end + 1)
  return { value: base, to, isMarked: true, others: isShort ? [base + tail * part] : [] }
}

/** Whether a number that follows `mille` ends what is said, so that it belongs to the amount. */
function isTail({ tokens }: Message, at: number): boolean {
  const next = tokens[at]
  return !next || next.isLineStart || /^[,;.!?)]$/.test(next.text) || currencies.has(next.folded)
}

/** Whether a unit follows, so that the number counts something else: `15 mille 500 g`. */
const isMeasured = ({ tokens }: Message, at: number): boolean =>
  /^(g|gr|kg|ml|cl|l|m|cm|h|pieces?|unites?)$/.test(tokens[at]?.folded ?? '') && !tokens[at]?.isLineStart

const writtenAs = ({ tokens }: Message, [from, to]: [number, number]): string =>
  tokens
    .slice(from, to)
    .map(({ folded, isGlued }) => (isGlued ? folded : ` ${folded}`))
    .join('')

/**
 * The end of all digits that hang together at the token `at`, decimals too: a part of them is no amount by
 * itself.
 */
export function figureEnd(message: Message, at: number): number | undefined {
  const end = amountEnd(message, at)
  if (end === undefined) return undefined
  const [sign, part] = message.tokens.slice(end, end + 2)
  const goesOn = /^[.,]$/.test(sign?.text ?? '') && sign?.isGlued && part?.kind === 'DIGITS' && part.isGlued
  return goesOn && isFree(message, end + 1) ? end + 2 : end
}

/** Whether a number that nothing marks may be an amount: prices are round and not tiny. */
export const isLikelyAmount = (value: number): boolean =>
  value >= 500 && value <= limits.goodsAmountFcfa.max && value % 25 === 0
