import { currencyWords, factors, readFcfa } from '../../../../base/kernel/written-number.ts'
import { limits } from '../../../../contract/limits.ts'
import { isFree, type Message } from './message-tokens.ts'

const currencies = new Set(currencyWords)

/**
 * An amount as it was written: where it ends, and whether a currency or a word like `mille` says what it is.
 */
type WrittenAmount = { value: number; to: number; isMarked: boolean }

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
  if (end === undefined) return undefined
  const factor = tokens[end]?.isLineStart ? undefined : factors.get(tokens[end]?.folded ?? '')
  const numberEnd = factor === undefined ? end : multipliedEnd(message, end)
  const to = markEnd(message, numberEnd) ?? numberEnd
  const written = tokens.slice(at, to).map(({ folded, isGlued }) => (isGlued ? folded : ` ${folded}`))
  const value = readFcfa(written.join(''))
  return value === undefined ? undefined : { value, to, isMarked: to > end }
}

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

/** The end of a word like `mille` and of the hundreds that may follow it: `15 mille 500`. */
function multipliedEnd({ tokens }: Message, at: number): number {
  const hundreds = tokens[at + 1]
  const hasHundreds =
    factors.get(tokens[at]?.folded ?? '') === 1_000 &&
    tokens[at]?.folded.startsWith('mil') &&
    hundreds?.kind === 'DIGITS' &&
    /^[1-9]\d\d$/.test(hundreds.text)
  return hasHundreds && !hundreds.isLineStart ? at + 2 : at + 1
}

/** Whether a number that nothing marks may be an amount: prices are round and not tiny. */
export const isLikelyAmount = (value: number): boolean =>
  value >= 500 && value <= limits.goodsAmountFcfa.max && value % 25 === 0
