import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import { includedVat, withVat } from '../../ledger/included-vat.ts'
import type { AccountKind } from '../../ledger/ledger-account.ts'
import { credit, debit, type Posting } from '../../ledger/ledger-posting.ts'
import { type Invoice, type InvoicedService, invoiceNumber } from './invoice.ts'

/** What is taken off one line of an invoice. */
export type CreditLine = { service: InvoicedService; amountFcfa: Fcfa }

/**
 * A credit note that was issued, which never changes. Its amounts include the tax, at the rate of its
 * invoice.
 */
export type CreditNote = Pick<
  Invoice,
  'id' | 'year' | 'serial' | 'issuedAt' | 'issuedOn' | 'seller' | 'buyer'
> & {
  invoiceId: string
  lines: CreditLine[]
  totalFcfa: Fcfa
  vatFcfa: Fcfa
  reason: string
}

/** A credit note beside the invoice that it is of. */
export type NotedInvoice = { note: CreditNote; invoice: Invoice }

/** `A-2026-000012`, a series of its own. */
export const creditNoteNumber = (note: Pick<CreditNote, 'year' | 'serial'>): string =>
  `A-${invoiceNumber(note)}`

/** What may still be taken off each line of an invoice; lines of which nothing is left are left out. */
export function linesLeft(
  invoice: Pick<Invoice, 'lines'>,
  notes: readonly Pick<CreditNote, 'lines'>[],
): CreditLine[] {
  const credited = notes.flatMap(({ lines }) => lines)
  return invoice.lines.flatMap(({ service, amountFcfa }) => {
    const takenFcfa = credited.reduce(
      (sum, line) => sum + (line.service === service ? line.amountFcfa : 0),
      0,
    )
    return amountFcfa > takenFcfa ? [{ service, amountFcfa: amountFcfa - takenFcfa }] : []
  })
}

/** The tax of a credit note; the last one of an invoice takes what the others have left of its tax. */
export function creditedVat(
  invoice: Pick<Invoice, 'totalFcfa' | 'vatRate' | 'vatFcfa'>,
  notes: readonly Pick<CreditNote, 'totalFcfa' | 'vatFcfa'>[],
  totalFcfa: Fcfa,
): Fcfa {
  const sum = (key: 'totalFcfa' | 'vatFcfa') => notes.reduce((all, note) => all + note[key], 0)
  const isLast = sum('totalFcfa') + totalFcfa === invoice.totalFcfa
  return isLast ? invoice.vatFcfa - sum('vatFcfa') : includedVat(totalFcfa, invoice.vatRate)
}

/** Where the earnings of each line were booked. */
const earningsOf = {
  TRIPS_PREPAID: 'TRIP_REVENUE',
  TRIPS_ON_SHOP: 'TRIP_REVENUE',
  TRIPS_DIRECT: 'TRIP_REVENUE',
  OWN_DISCOUNTS: 'TRIP_REVENUE',
  COLLECTION_FEES: 'COLLECTION_REVENUE',
  CANCELLATION_FEES: 'CANCELLATION_REVENUE',
  RETURN_FEES: 'RETURN_REVENUE',
  WAITING_FEES: 'WAITING_REVENUE',
} as const satisfies Record<InvoicedService, AccountKind>

/** The accounts that a credit note of an invoice may book to. */
export const creditedAccounts = ({ shopId, currency }: Pick<Invoice, 'shopId' | 'currency'>) => [
  { kind: 'SHOP_FEES' as const, owner: shopId, currency },
  { kind: 'SHOP_SALES' as const, owner: shopId, currency },
  ...[...new Set(Object.values(earningsOf)), 'VAT_COLLECTED' as const].map((kind) => ({
    kind,
    owner: '',
    currency,
  })),
]

/**
 * What a credit note books: it is earned no more, tax included, and the shop owes that much less; what it
 * does not owe is paid out to it with its sales (decision 264). `owedFcfa` is what it owes before.
 */
export function creditNotePosting({ note, invoice }: NotedInvoice, owedFcfa: Fcfa): Posting {
  const { totalFcfa, vatFcfa } = note
  const offFeesFcfa = Math.min(totalFcfa, Math.max(owedFcfa, 0))
  const [first, ...others] = note.lines.map(({ service, amountFcfa }) =>
    debit(earningsOf[service], amountFcfa),
  )
  return {
    cause: `credit-note:${note.id}`,
    kind: 'CREDIT_NOTE_ISSUED',
    currency: invoice.currency,
    shopId: invoice.shopId,
    deliveryId: null,
    happenedAt: note.issuedAt,
    note: `${creditNoteNumber(note)} : ${note.reason}`.slice(0, 200),
    vatRate: invoice.vatRate,
    entries: [
      ...(first ? withVat([first, ...others], { vatFcfa: -vatFcfa, vatRate: invoice.vatRate }) : []),
      credit('SHOP_FEES', offFeesFcfa, invoice.shopId),
      credit('SHOP_SALES', totalFcfa - offFeesFcfa, invoice.shopId),
    ],
  }
}
