import { limits } from '../../../../base/contract/limits.ts'
import type { Message } from './message-tokens.ts'

/** What people write after an amount: `15000 F`, `15 000 FCFA`, `15.000frs`. */
const currencies = new Set('f,fr,frs,fcfa,fcf,cfa,fca,xof,xaf,franc,francs,balle,balles,fs'.split(','))

/** What multiplies the number before it; `krika` is a thousand in the streets of Abidjan. */
const multipliers = new Map([
  ['k', 1_000],
  ['kf', 1_000],
  ['mil', 1_000],
  ['mille', 1_000],
  ['milles', 1_000],
  ['krika', 1_000],
  ['million', 1_000_000],
  ['millions', 1_000_000],
])

/** An amount as it was written: where it ends, and whether a currency or a word like `mille` says what it is. */
export type WrittenAmount = { value: number; to: number; isMarked: boolean }

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

/** The end of a group of three digits that goes on at the token `at`, after a blank, a dot, a comma or an apostrophe. */
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
  if (!first || first.isLineStart || !(currencies.has(first.folded) || multipliers.has(first.folded)))
    return undefined
  return second && currencies.has(second.folded) && !second.isLineStart ? at + 2 : at + 1
}

/** The amount that begins at the token `at`, however small; undefined when there are no digits. */
export function writtenAmount(message: Message, at: number): WrittenAmount | undefined {
  const { tokens } = message
  const decimal = multipliedDecimal(message, at)
  if (decimal) return decimal
  const end = amountEnd(message, at)
  if (end === undefined) return undefined
  const value = Number(digitsOf(message, at, end))
  const factor = multipliers.get(tokens[end]?.folded ?? '')
  if (factor !== undefined && !tokens[end]?.isLineStart) return multiplied(message, value * factor, end)
  const mark = markEnd(message, end)
  return { value, to: mark ?? end, isMarked: mark !== undefined }
}

/** `1,5 million`, `15.5k`. */
function multipliedDecimal({ tokens }: Message, at: number): WrittenAmount | undefined {
  const [whole, sign, part, word] = tokens.slice(at, at + 4)
  const factor = multipliers.get(word?.folded ?? '')
  const isDecimal =
    whole?.kind === 'DIGITS' && /^[.,]$/.test(sign?.text ?? '') && part?.kind === 'DIGITS' && part.isGlued
  if (!isDecimal || factor === undefined || part.text.length > 2) return undefined
  const value = Math.round(Number(`${whole.text}.${part.text}`) * factor)
  return { value, to: markEnd({ tokens }, at + 4) ?? at + 4, isMarked: true }
}

/** What may follow a word like `mille`: hundreds (`15 mille 500`) and a currency. */
function multiplied({ tokens }: Message, value: number, at: number): WrittenAmount {
  const hundreds = tokens[at + 1]
  const hasHundreds =
    tokens[at]?.folded.startsWith('mil') && hundreds?.kind === 'DIGITS' && /^[1-9]\d\d$/.test(hundreds.text)
  const end = hasHundreds && !hundreds?.isLineStart ? at + 2 : at + 1
  const total = hasHundreds ? value + Number(hundreds?.text) : value
  return { value: total, to: markEnd({ tokens }, end) ?? end, isMarked: true }
}

const digitsOf = ({ tokens }: Message, from: number, to: number): string =>
  tokens
    .slice(from, to)
    .filter(({ kind }) => kind === 'DIGITS')
    .map(({ text }) => text)
    .join('')

/** Whether a number that nothing marks may be an amount: prices are round and not tiny. */
export const isLikelyAmount = (value: number): boolean =>
  value >= 500 && value <= limits.goodsAmountFcfa.max && value % 25 === 0
