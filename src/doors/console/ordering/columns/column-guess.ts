import { foldedText } from '../../../../base/kernel/folded-text.ts'
import type { BulkColumn } from './bulk-columns.ts'
import { type ColumnCells, looksLikeAmount } from './column-cells.ts'
import { bareReceipt, type HeadingMeaning, headingMeaning, type Party } from './column-headings.ts'

/**
 * What a column is taken for: a field, nothing that is needed (`skip`), or undefined for one that nothing
 * is known of. A `price` may be of one or of all; `unsure` is money of which that cannot be told.
 */
export type ColumnGuess = {
  field: BulkColumn | 'skip' | 'subtotal' | 'price' | 'unsure' | undefined
  rank: number
  party?: Party | undefined
}

/** What a heading and the cells under it say together. */
export function guessColumn(heading: string, cells: ColumnCells): ColumnGuess {
  const said = headingMeaning(heading)
  const isEmpty = cells.filled.length === 0
  if (isPartOfPrice(heading, cells)) return { field: 'unsure', rank: 30 }
  if (!said) return guessFromCells(cells)
  return isEmpty ? fieldOf(said, 'skip') : corrected(said, cells)
}

/** Amounts under a way to pay, or of what a customer has to their credit: nobody says what is left. */
const isPartOfPrice = (heading: string, { filled, phones }: ColumnCells): boolean =>
  partsOfPrice(
    foldedText(heading)
      .replace(/\((?:fcfa|xof|f)\)/, '')
      .trim(),
  ) &&
  phones < 0.3 &&
  filled.some((cell) => /[1-9]/.test(cell) && looksLikeAmount(cell))

const partsOfPrice = (heading: string): boolean =>
  /^(?:cash|especes?|wave|momo|mtn|moov|flooz|om|virement|carte|avoir|credit|dette|wallet)$/.test(heading) ||
  /^(?:mobile money|(?:mtn|moov|orange) mo(?:mo|ney)|bon d.achat|fidelite)$/.test(heading)

/** What cells alone say, where a heading says nothing: a phone or a position, and no more than that. */
function guessFromCells(cells: ColumnCells): ColumnGuess {
  if (cells.phones >= 0.9) return { field: 'phone', rank: 30 }
  return cells.positions >= 0.7 ? { field: 'position', rank: 30 } : { field: undefined, rank: 30 }
}

const fieldOf = ({ field, rank, party }: HeadingMeaning, undecided: BulkColumn | 'skip'): ColumnGuess => ({
  field: field === 'number' || field === 'paidOrNot' ? undecided : field,
  rank,
  party,
})

/** What a heading says, where the cells do not say otherwise. */
function corrected(said: HeadingMeaning, cells: ColumnCells): ColumnGuess {
  const otherwise = (field: ColumnGuess['field'], rank = said.rank): ColumnGuess => ({
    field,
    rank,
    party: said.party,
  })
  switch (said.field) {
    case 'number':
      if (cells.phones >= 0.6) return otherwise('phone', 4)
      return cells.references >= 0.8 && cells.texts >= 0.5 ? otherwise('externalRef', 6) : otherwise('skip')
    case 'paidOrNot':
      if (cells.dates >= 0.5) return otherwise('paidAt')
      if (said.rank === bareReceipt && cells.digits >= 0.3) return otherwise('unsure')
      return amountShare(cells) >= 0.5 ? otherwise('paid') : otherwise('mode')
    case 'phone':
      if (cells.longNumbers >= 0.3) return otherwise('phone')
      if (cells.filled.some((cell) => cell.includes('@'))) return otherwise('skip')
      return said.rank % 10 === 3 && cells.texts >= 0.7 ? otherwise('fullName', 5) : otherwise('phone')
    case 'fullName':
      return cells.digits >= 0.8 && cells.references >= 0.8
        ? otherwise('externalRef', 3)
        : otherwise('fullName')
    case 'externalRef':
      if (cells.isRank && said.rank > 2) return otherwise('skip')
      return said.rank >= 5 && cells.references < 0.5 ? otherwise('category', 3) : otherwise('externalRef')
    case 'position':
      // In French, somebody’s `coordonnées` may be their phone.
      if (cells.phones >= 0.6) return otherwise('phone', 4)
      return said.rank === 2 && cells.positions < 0.3 && cells.texts >= 0.7
        ? otherwise('landmark', 9)
        : otherwise('position')
    case 'size':
      return cells.texts < 0.3 && cells.digits >= 0.5 ? otherwise('skip') : otherwise('size')
    case 'fee':
    case 'due':
    case 'rest':
    case 'discount':
    case 'amount':
    case 'paid':
      return asMoney(said, cells)
    default:
      return otherwise(said.field)
  }
}

/** A column that a heading calls money, and whose cells may be words of payment, or none of both. */
function asMoney({ field, rank, party }: HeadingMeaning, cells: ColumnCells): ColumnGuess {
  const known = field as BulkColumn
  if (cells.digits >= 0.3) return { field: known, rank, party }
  if (cells.payments >= 0.3 || known === 'due' || known === 'rest') return { field: 'mode', rank, party }
  if (known === 'fee' || known === 'discount') return { field: 'skip', rank, party }
  return cells.filled.every((cell) => /^(?:oui|non|yes|no|x)$/i.test(cell))
    ? { field: 'mode', rank, party }
    : { field: known, rank, party }
}

const amountShare = ({ filled }: ColumnCells): number =>
  filled.filter((cell) => looksLikeAmount(cell) || /^0+(?:[.,]0+)?$/.test(cell)).length /
  Math.max(1, filled.length)
