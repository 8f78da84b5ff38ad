import { readFcfa } from '../../../../base/kernel/written-number.ts'
import type { PointInText } from '../pasting/message-positions.ts'
import { saysPayment } from './payment-words.ts'

/** What the cells of a column look like: shares, from 0 to 1, of those that are not empty. */
export type ColumnCells = {
  /** Those that are not empty, the first hundreds of them. */
  filled: string[]
  phones: number
  /** With as many digits as a phone, whatever else. */
  longNumbers: number
  amounts: number
  digits: number
  payments: number
  positions: number
  dates: number
  texts: number
  references: number
  /** 1, 2, 3: the rank of a row. */
  isRank: boolean
}

/** The cells that are looked at, those that are read as phones and places, and the length of each. */
const maxCells = 300
const maxRead = 40
const maxLength = 300

/** How cells are looked at: by the reader of phones of the shop's country, and that of positions. */
type CellReaders = { isPhone: (text: string) => boolean; pointInText: PointInText }

/** Looks at the cells of a column. */
export function columnCells(cells: readonly string[], { isPhone, pointInText }: CellReaders): ColumnCells {
  const filled = cells
    .map((cell) => cell.trim().slice(0, maxLength))
    .filter((cell) => cell !== '')
    .slice(0, maxCells)
  const shareOf = (looked: readonly string[], is: (cell: string) => boolean) =>
    looked.filter(is).length / Math.max(1, looked.length)
  const share = (is: (cell: string) => boolean) => shareOf(filled, is)
  const read = filled.slice(0, maxRead)
  return {
    filled,
    phones: shareOf(read, (cell) => isPhoneForm(cell) && isPhone(cell)),
    longNumbers: share((cell) => digitsOf(cell) >= 7),
    amounts: share(looksLikeAmount),
    digits: share((cell) => digitsOf(cell) > 0),
    payments: share(saysPayment),
    positions: shareOf(read, (cell) => pointInText(cell) !== undefined),
    dates: share((cell) => dateForm.test(cell)),
    texts: share((cell) => /\p{L}{2}/u.test(cell)),
    references: share((cell) => /^#?[A-Za-z]{0,6}[-#/]?\d{1,12}(?:[-/]\d{1,6})?$/.test(cell)),
    isRank: filled.length > 0 && filled.every((cell, at) => cell === String(at + 1)),
  }
}

/** An amount that may be meant for money: hundreds of francs at least, or one that says its currency. */
export function looksLikeAmount(cell: string): boolean {
  const value = readFcfa(cell, { min: -10_000_000, isOfSpreadsheet: true })
  if (value === undefined) return /\d/.test(cell) && /(?:fcfa|cfa|xof|xaf)\b/i.test(cell.slice(0, 60))
  return Math.abs(value) >= 100 || /[a-z]/i.test(cell)
}

/** Digits with what phones are written with; `97000001` is one, `15 000` is not. */
const isPhoneForm = (cell: string): boolean =>
  digitsOf(cell) >= 8 && /^['+(\d][\d\s().+/-]*$/.test(cell) && !dateForm.test(cell)

/** `2026-11-20`, `20/11/2026 10:00`; four pairs of digits are a phone. */
const dateForm = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:[ T].{0,30})?$/

const digitsOf = (cell: string): number => cell.replace(/\D/g, '').length
