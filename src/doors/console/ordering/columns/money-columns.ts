import type { BulkColumn } from './bulk-columns.ts'
import type { ColumnCells } from './column-cells.ts'
import type { ColumnGuess } from './column-guess.ts'

/**
 * What of several columns of money each is. A price may be of one or of all; a discount may be taken off
 * already, and a deposit of what is to be paid: what nothing in the file tells is asked.
 */
export function withMoney(guesses: readonly ColumnGuess[], cells: readonly ColumnCells[]): ColumnGuess[] {
  const has = (...fields: ColumnGuess['field'][]) => guesses.some(({ field }) => fields.includes(field))
  const isSome = (field: BulkColumn, is: (cell: string) => boolean) =>
    guesses.some((guess, at) => guess.field === field && (cells[at]?.filled ?? []).some(is))
  const isNotNought = (cell: string) => /[1-9]/.test(cell)
  const hasSeveral = isSome('quantity', (cell) => !/^1(?:[.,]0+)?$/.test(cell))
  const hasDeposit = isSome('paid', isNotNought)
  const ranks = guesses.flatMap(({ field, rank }) => (field === 'amount' ? [rank] : []))
  const strongest = Math.min(9, ...ranks)
  const isSaid = has('due', 'rest', 'linePrice') || strongest <= 3
  const prices = guesses.filter(({ field }) => field === 'price').length
  // A price beside what is left to pay is the whole of it, which is compared with what is left.
  const isWhole = prices === 1 && !hasSeveral && !has('amount', 'unitPrice', 'linePrice')
  const isCounted = isSaid || has('amount', 'unitPrice', 'price')
  const moneyOf: Partial<Record<NonNullable<ColumnGuess['field']>, (guess: ColumnGuess) => ColumnGuess>> = {
    subtotal: (guess) => (isCounted ? { ...guess, field: 'skip' } : { ...guess, field: 'amount', rank: 5 }),
    price: (guess) => {
      if (isSaid) return { ...guess, field: isWhole ? 'amount' : 'skip' }
      if (has('unitPrice')) return { ...guess, field: 'amount' }
      if (has('amount')) return { ...guess, field: has('quantity') ? 'unitPrice' : 'unsure' }
      return { ...guess, field: hasSeveral ? 'unsure' : 'amount' }
    },
    amount: (guess) => {
      const isPayable = guess.rank === 1
      const isLeft = isPayable && !has('due', 'rest') && ranks.some((rank) => rank > 1)
      if (isLeft) return { ...guess, field: 'rest' }
      const isBare = isPayable && hasDeposit && !has('due', 'rest', 'unitPrice', 'linePrice')
      if (isBare) return { ...guess, field: 'unsure' }
      const isOfOne = guess.rank === 4 && hasSeveral && !isSaid && !has('unitPrice', 'price')
      return isOfOne ? { ...guess, field: 'unsure' } : guess
    },
    due: (guess) => {
      const isBare = hasDeposit && !has('rest', 'amount', 'price', 'unitPrice', 'linePrice')
      return isBare ? { ...guess, field: 'unsure' } : guess
    },
    discount: (guess) => {
      const isTakenOff = isSaid || !isSome('discount', isNotNought)
      return { ...guess, field: isTakenOff ? 'skip' : 'unsure' }
    },
  }
  return guesses.map((guess) => (guess.field && moneyOf[guess.field]?.(guess)) ?? guess)
}
