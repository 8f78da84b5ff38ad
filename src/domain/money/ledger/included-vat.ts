import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { credit, type Entry } from './ledger-posting.ts'

/** The tax that an amount includes, rounded to a whole franc; the rate is in hundredths of a percent. */
export const includedVat = (totalFcfa: Fcfa, vatRate: number | null): Fcfa =>
  vatRate === null ? 0 : Math.round((totalFcfa * vatRate) / (10_000 + vatRate))

/**
 * The tax that several buyers are charged: that of each amount, rounded as the paper of each rounds it
 * (decision 263).
 */
export const vatOfAll = (charged: readonly Fcfa[], vatRate: number | null): Fcfa =>
  charged.reduce((sum, amountFcfa) => sum + includedVat(amountFcfa, vatRate), 0)

/**
 * Entries whose tax, `vatFcfa`, is an account of its own, for entries whose earnings include it. Every
 * earning but the first bears its own part of it, and the first the rest (decision 263).
 */
export function withVat(
  entries: readonly Entry[],
  { vatFcfa, vatRate }: { vatFcfa: Fcfa; vatRate: number | null },
): readonly Entry[] {
  if (vatRate === null) return entries
  const [first, ...others] = entries.filter(({ kind }) => kind.endsWith('_REVENUE') || kind === 'DISCOUNTS')
  if (!first) return entries
  // Earnings are credits, which are negative; of discounts, which are debits, the tax comes back.
  const parts = new Map(others.map((entry) => [entry, -includedVat(-entry.amountFcfa, vatRate)]))
  parts.set(first, -vatFcfa - [...parts.values()].reduce((sum, part) => sum + part, 0))
  return [
    ...entries.map((entry) => ({ ...entry, amountFcfa: entry.amountFcfa - (parts.get(entry) ?? 0) })),
    credit('VAT_COLLECTED', vatFcfa),
  ]
}
