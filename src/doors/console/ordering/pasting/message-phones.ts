import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { internationalPhone, writtenPhone } from '../../../../base/kernel/phone-number.ts'
import { amountEnd, isLikelyAmount, markEnd } from '../words/amount-form.ts'
import {
  claim,
  type Found,
  isFree,
  listed,
  type Message,
  readableText,
  readTokens,
  spanOf,
} from '../words/message-tokens.ts'

/**
 * The phones in a message, in international form, read with the dialling rules of `country`. Groups of digits
 * that stand side by side (`97 00 00 01 15 000`) are divided so that most of them make sense as phones and
 * amounts.
 */
export function readPhones(message: Message, country: string): Found<string>[] {
  const found: Found<string>[] = []
  for (const run of digitRuns(message)) {
    for (const { first, last, value } of division(message, run, country)) {
      const [from, to] = withPlus(message, run[first] ?? 0, (run[last] ?? 0) + 1)
      claim(message, [from, to], 'PHONE')
      found.push({ ...spanOf(message, [from, to]), value })
    }
  }
  return found
}

/** The phone that is the name of a chat's line, if it is one. */
export function phoneOfSender(text: string, country: string): string | undefined {
  return readPhones(readTokens(readableText(text)), country)[0]?.value
}

/** The sign before the first group belongs to the phone. */
function withPlus({ tokens }: Message, from: number, to: number): [number, number] {
  const isPlus = (at: number) => tokens[at]?.text === '+'
  if (isPlus(from - 1)) return [from - 1, to]
  return tokens[from - 1]?.text === '(' && isPlus(from - 2) ? [from - 2, to] : [from, to]
}

/**
 * Positions of digits that may be groups of one number: nothing but `. - / ( )` and blanks is between them.
 */
function digitRuns(message: Message): number[][] {
  const runs: number[][] = []
  let isOpen = false
  message.tokens.forEach(({ kind, text, isLineStart }, at) => {
    if (isLineStart) isOpen = false
    // `villa 88. 76 …`: a point before a blank ends a sentence.
    if (kind !== 'DIGITS') isOpen &&= /^[./()-]$/.test(text) && (text !== '.' || isNextGlued(message, at))
    else if (!isFree(message, at)) isOpen = false
    else if (isOpen) runs.at(-1)?.push(at)
    else {
      runs.push([at])
      isOpen = true
    }
  })
  return runs
}

const isNextGlued = ({ tokens }: Message, at: number): boolean => tokens[at + 1]?.isGlued === true

type Part = { first: number; last: number; value: string }

/** More groups make no phone. */
const maxGroups = 8

/**
 * The division of a run with the least that makes no sense. A valid phone costs nothing, one that is only
 * possible a little, an amount less than digits without a meaning. Linear: each group is the start of at most
 * eight phones.
 */
function division(message: Message, run: number[], country: string): Part[] {
  const best: { cost: number; parts: Part[] }[] = []
  best[run.length] = { cost: 0, parts: [] }
  for (let first = run.length - 1; first >= 0; first -= 1) {
    const skipped = skipAmount(message, run, first)
    const rest = best[skipped.to]
    let choice = { cost: (rest?.cost ?? 0) + skipped.cost, parts: rest?.parts ?? [] }
    for (let last = first; last < Math.min(run.length, first + maxGroups); last += 1) {
      const phone = phoneOf(message, run.slice(first, last + 1), country)
      const after = best[last + 1]
      const cost = (phone?.cost ?? 0) + (after?.cost ?? 0)
      if (phone && after && cost <= choice.cost)
        choice = { cost, parts: [{ first, last, value: phone.value }, ...after.parts] }
    }
    best[first] = choice
  }
  return best[0]?.parts ?? []
}

/** What it costs to leave a group, or the groups of one amount. */
function skipAmount(message: Message, run: number[], first: number): { to: number; cost: number } {
  const end = amountEnd(message, run[first] ?? 0)
  const groups = run.filter((at) => at >= (run[first] ?? 0) && at < (end ?? 0)).length
  const value = Number(
    run
      .slice(first, first + groups)
      .map((at) => message.tokens[at]?.text)
      .join(''),
  )
  return end !== undefined && isLikelyAmount(value)
    ? { to: first + groups, cost: 1 }
    : { to: first + 1, cost: 3 }
}

/** Groups as one phone, and how much speaks against it. */
function phoneOf(
  message: Message,
  groups: number[],
  country: string,
): { value: string; cost: number } | undefined {
  const { tokens } = message
  const digits = groups.map((at) => tokens[at]?.text ?? '').join('')
  if (digits.length < 8 || digits.length > 17) return undefined
  const [from, to] = withPlus(message, groups[0] ?? 0, (groups.at(-1) ?? 0) + 1)
  if (tokens[from]?.text !== '+' && (isReference(message, from) || areSizes(message, groups)))
    return undefined
  if (isPricedAmount(message, groups) || areAmounts(message, groups)) return undefined
  const hasPlus = tokens[from]?.text === '+' || tokens[from + 1]?.text === '+'
  const value = hasPlus ? internationalPhone(`+${digits}`, country) : writtenPhone(digits, country)
  if (!value) return undefined
  const isValid = parsePhoneNumberFromString(value)?.isValid() === true
  return { value, cost: (isValid ? 0 : 2) + (hasOneSeparator(message, [from, to]) ? 0 : 1) }
}

/** What numbers that are no phones belong to. */
const referenced = new Set(
  listed(`commande, commandes, ref, reference, references, facture, factures, taille, tailles, pointure,
    pointures, cni, cnib, nina, cip, npi, nif, ifu, rccm, suivi, tracking, bordereau, recu, ticket,
    passeport, passport, imei, serie, order, invoice, receipt, transaction, size, sizes, dossier, compte`),
)

/** `Commande n° 94561234`, `CNI 98451236`: not the phone after `mon n°`. */
function isReference({ tokens }: Message, from: number): boolean {
  let before = from - 1
  const isLead = ({ folded }: { folded: string }) =>
    /^([:=°º#.-]|n|no|nº|n°|num|numero|number|id|client)$/.test(folded)
  while (before > from - 6 && tokens[before] && !tokens[before + 1]?.isLineStart) {
    const token = tokens[before]
    if (!token || !isLead(token)) return referenced.has(token?.folded ?? '')
    before -= 1
  }
  return false
}

/** Whether groups are sizes of shoes or clothes: `40 41 42 43`, `36 38 40 42`. */
function areSizes({ tokens }: Message, groups: number[]): boolean {
  const sizes = groups.map((at) => tokens[at]?.text ?? '')
  return (
    sizes.length >= 4 &&
    sizes.every((text) => /^[1-6]\d$/.test(text)) &&
    sizes.slice(1).every((text, at) => [1, 2].includes(Number(text) - Number(sizes[at])))
  )
}

/** Whether digits are an amount with its currency: `10 000 000 F`. */
const isPricedAmount = (message: Message, groups: number[]): boolean => {
  const end = amountEnd(message, groups[0] ?? 0)
  return end === (groups.at(-1) ?? 0) + 1 && markEnd(message, end) !== undefined
}

/** Whether each of several groups is an amount by itself: `5000 6000`. */
const areAmounts = ({ tokens }: Message, groups: number[]): boolean =>
  groups.length > 1 &&
  groups.every((at) => isLikelyAmount(Number(tokens[at]?.text)) && tokens[at]?.text[0] !== '0')

/** Whether the same stands between all groups, apart from what follows a dialling code. */
function hasOneSeparator({ text, tokens }: Message, [from, to]: [number, number]): boolean {
  const groups = tokens.slice(from, to).filter(({ kind }) => kind === 'DIGITS')
  const gaps = groups.slice(1).map(({ start }, at) => text.slice(groups[at]?.end, start).trim())
  const slashes = gaps.filter((gap) => gap.includes('/')).length
  return slashes === 0 || slashes === gaps.length
}
