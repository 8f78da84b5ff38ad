import { createHash } from 'node:crypto'
import { foldedText } from '../../../../base/kernel/folded-text.ts'
import { isBulkColumn } from '../columns/bulk-columns.ts'
import type { ColumnChoice, ColumnMapping, MappingChoices } from '../columns/column-mapping.ts'
import { type PaymentSense, paymentWord } from '../columns/payment-words.ts'

/** The words of payment that one form asks about. */
const maxAsked = 20

/** What a person may say that a word of payment means. */
export const wordMeanings = ['PAID', 'COD', 'CANCELLED'] as const
type WordMeaning = (typeof wordMeanings)[number]

const isMeaning = (text: unknown): text is WordMeaning => wordMeanings.some((each) => each === text)

/** Tells one row of headings from another, however they are spelt. */
export const headingsHash = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headings.map((heading) => foldedText(heading).trim())))
    .digest('hex')

/**
 * What a form says of the columns of a table, undefined where it was drawn from another table. What the
 * headings and cells say by themselves is no choice, so that it is worked out anew for each file.
 */
export function sentChoices(
  fields: Readonly<Record<string, string>>,
  headings: readonly string[],
  guess: ColumnMapping,
): MappingChoices | undefined {
  if (fields.columns !== headingsHash(headings)) return undefined
  const asked = new Set(guess.reasons.flatMap(({ columns }) => columns))
  const columns: Record<number, ColumnChoice> = {}
  headings.forEach((_, at) => {
    const sent = fields[`column.${at}`] ?? ''
    const isChoice = sent === 'skip' || isBulkColumn(sent)
    if (isChoice && (sent !== (guess.columns[at] ?? 'skip') || asked.has(at))) columns[at] = sent
  })
  const words: Record<string, PaymentSense> = {}
  for (let at = 0; at < maxAsked; at += 1) {
    const [word, meaning] = [fields[`word.${at}`], fields[`means.${at}`]]
    if (word !== undefined && isMeaning(meaning)) words[paymentWord(word)] = meaning
  }
  const { trip } = fields
  return { columns, words, ...((trip === 'CUSTOMER' || trip === 'MERCHANT') && { trip }) }
}

/** What was remembered, as far as it still says something of a table with so many columns. */
export function rememberedChoices(kept: unknown, count: number): MappingChoices {
  const { columns = {}, words = {}, trip } = (kept ?? {}) as Partial<Record<string, unknown>>
  const entriesOf = (object: unknown) => Object.entries((object ?? {}) as Record<string, unknown>)
  return {
    columns: Object.fromEntries(
      entriesOf(columns).filter(
        (entry): entry is [string, ColumnChoice] =>
          Number(entry[0]) < count && (entry[1] === 'skip' || isBulkColumn(String(entry[1]))),
      ),
    ),
    words: Object.fromEntries(
      entriesOf(words)
        .slice(0, maxAsked)
        .filter((entry): entry is [string, WordMeaning] => isMeaning(entry[1])),
    ),
    ...((trip === 'CUSTOMER' || trip === 'MERCHANT') && { trip }),
  }
}
