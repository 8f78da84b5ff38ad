import type { Readable } from 'node:stream'
import { localDayText } from '../../base/kernel/local-time.ts'
import type { PostingKind } from '../../domain/money/ledger/ledger-posting.ts'
import type { JournalLine } from '../../domain/money/statements/journal/read-journal.ts'
import { type CsvCell, csvFile } from '../exports/csv-file.ts'

/** Programs that take a journal. */
export const journalFormats = ['SAGE', 'ODOO'] as const
export type JournalFormat = (typeof journalFormats)[number]

/**
 * A journal as Sage 100 takes it by a format of import that the accountant sets once, column by column, or as
 * Odoo takes it as it is: one entry for each line, and the head of a posting on its first line only. Both
 * languages of ours read French accounts, so the file is in French (decision 266).
 */
export function journalCsv(
  lines: AsyncIterable<JournalLine>,
  { format, timeZone }: { format: JournalFormat; timeZone: string },
): Readable {
  const { header, cells } = formats[format]
  return csvFile(
    header,
    cellsOf(lines, (line) => cells(line, localDayText(line.bookedAt, timeZone))),
  )
}

const formats: Record<
  JournalFormat,
  { header: string[]; cells: (line: JournalLine, day: string) => CsvCell[] }
> = {
  SAGE: {
    header: [
      'Code journal',
      'Date',
      'N° pièce',
      'Référence',
      'Compte général',
      'Compte tiers',
      'Libellé',
      'Débit',
      'Crédit',
    ],
    cells: (line, day) => [
      line.journal,
      day.split('-').reverse().join('/'),
      pieceOf(line),
      line.reference ?? '',
      line.number,
      partnerCodeOf(line),
      labelOf(line),
      Math.max(line.amountFcfa, 0),
      Math.max(-line.amountFcfa, 0),
    ],
  },
  ODOO: {
    header: [
      'journal_id',
      'date',
      'ref',
      'line_ids/account_id',
      'line_ids/partner_id',
      'line_ids/name',
      'line_ids/debit',
      'line_ids/credit',
    ],
    cells: (line, day) => [
      ...(line.isFirst
        ? [line.journal, day, `${pieceOf(line)} ${line.reference ?? ''}`.trim()]
        : ['', '', '']),
      line.number,
      line.partner ?? '',
      labelOf(line),
      Math.max(line.amountFcfa, 0),
      Math.max(-line.amountFcfa, 0),
    ],
  },
}

async function* cellsOf(lines: AsyncIterable<JournalLine>, cells: (line: JournalLine) => CsvCell[]) {
  for await (const line of lines) yield cells(line)
}

/** The number of a piece, as long as Sage takes one: the end of the posting's id, which no other has. */
const pieceOf = ({ postingId }: JournalLine): string => postingId.replaceAll('-', '').slice(-12).toUpperCase()

/** The account of a shop or a courier among those of third parties: C or L, and the end of its id. */
function partnerCodeOf({ account, owner }: JournalLine): string {
  if (account === 'COURIER_EARNINGS') return `L${owner.replaceAll('-', '').slice(-12).toUpperCase()}`
  const isShop = account === 'SHOP_FEES' || account === 'SHOP_SALES'
  return isShop ? `C${owner.replaceAll('-', '').slice(-12).toUpperCase()}` : ''
}

const labelOf = ({ kind, reference, note }: JournalLine): string =>
  [labels[kind], reference, note].filter(Boolean).join(' ').slice(0, 69)

/** What happened, in French, as an accountant writes it. */
const labels: Record<PostingKind, string> = {
  PAYMENT_RECEIVED: 'Encaissement client',
  TRIP_PREPAID: 'Course payée d’avance',
  DELIVERY_ENDED: 'Course',
  COURIER_WAITED: 'Attente livreur',
  REFUND_RECORDED: 'Remboursement client',
  SURPLUS_SETTLED: 'Trop-perçu client réglé',
  TRANSFER_BEGUN: 'Virement émis',
  TRANSFER_PAID: 'Virement exécuté',
  TRANSFER_REFUSED: 'Virement refusé',
  PAYOUT_RECORDED: 'Versement hors service',
  PAYOUT_FEE_CHARGED: 'Frais de virement refacturés',
  SHOP_PAYMENT_RECORDED: 'Règlement boutique',
  DIFFERENCE_SETTLED: 'Écart avec opérateur',
  DISAGREEMENT_BOOKED: 'Désaccord opérateur',
  DISAGREEMENT_SETTLED: 'Désaccord opérateur réglé',
  INVOICE_TAXED: 'Arrondi TVA facture',
  CREDIT_NOTE_ISSUED: 'Avoir',
  MONEY_MOVED: 'Mouvement de fonds',
  MONEY_COUNTED: 'Écart de caisse',
}
