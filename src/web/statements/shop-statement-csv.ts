import type { Language } from '../../base/kernel/language.ts'
import { wallClock } from '../../base/kernel/local-time.ts'
import type {
  ShopStatement,
  StatementLine,
  StatementRefund,
} from '../../domain/money/statements/shop/shop-statement.ts'
import type { CsvCell } from '../exports/csv-file.ts'
import { valueWording } from '../value-wording.ts'
import { speak, speakEach } from '../web-words.ts'
import { lineKindText } from './shop-statement-page.ts'
import { transferStateText } from './transfer-text.ts'

const columnNames = {
  at: 'Date',
  kind: 'What',
  reference: 'Reference',
  externalRef: 'The shop’s reference',
  status: 'Status',
  goods: 'Goods (FCFA)',
  price: 'Delivery (FCFA)',
  discount: 'Discount (FCFA)',
  trip: 'Trip borne by the shop (FCFA)',
  codFee: 'Collection fee (FCFA)',
  cancellationFee: 'Cancellation fee (FCFA)',
  returnFee: 'Return fee (FCFA)',
  ownDiscount: 'Discount given by the shop (FCFA)',
  toShop: 'To the shop (FCFA)',
  balance: 'Balance (FCFA)',
  settled: 'Fees settled (FCFA)',
  refunded: 'Refunded to the customer (FCFA)',
  transfer: 'Payout',
  transferAt: 'Date of the payout',
  transferState: 'State',
  note: 'Note',
  waitingFee: 'Waiting fee (FCFA)',
} as const

type About = { language: Language; timeZone: string }

const columns = Object.keys(columnNames) as (keyof typeof columnNames)[]

/** What heads the columns of a statement's file. */
export const statementHeader = (language: Language): string[] =>
  Object.values(speakEach(language, columnNames))

/**
 * The rows of a statement's file: the balance at the beginning, every line, refunds, the balance at the end.
 */
export function* statementRows(statement: ShopStatement, about: About): Generator<CsvCell[]> {
  const t = speak(about.language)
  const { openingFcfa, closingFcfa, lines, refunds } = statement
  yield row({ at: statement.period.firstDay, kind: t('Balance at the beginning'), balance: openingFcfa })
  for (const line of lines) yield lineRow(line, about)
  for (const refund of refunds) yield refundRow(refund, about)
  yield row({ at: statement.period.lastDay, kind: t('Balance at the end'), balance: closingFcfa })
}

function lineRow(line: StatementLine, { language, timeZone }: About): CsvCell[] {
  const { delivery, subject, transfer, paidWith } = line
  const shown = transfer ?? paidWith
  const at = shown && (shown.endedAt ?? shown.createdAt)
  return row({
    at: wallClock(line.bookedAt, timeZone),
    kind: lineKindText(line.kind, language),
    toShop: line.toShopFcfa,
    balance: line.balanceFcfa,
    note: line.note,
    ...(delivery && {
      reference: delivery.reference,
      externalRef: delivery.externalRef,
      status: valueWording[language].delivery[delivery.status],
      goods: delivery.goodsFcfa,
      price: delivery.priceFcfa,
      discount: delivery.discountFcfa,
      trip: delivery.tripFcfa,
      codFee: delivery.codFeeFcfa,
      cancellationFee: delivery.cancellationFeeFcfa,
      returnFee: delivery.returnFeeFcfa,
      ownDiscount: delivery.ownDiscountFcfa,
      waitingFee: 0,
    }),
    ...(subject && {
      reference: subject.reference,
      externalRef: subject.externalRef,
      ...(line.kind === 'WAIT' && { waitingFee: -line.toShopFcfa }),
    }),
    ...(transfer && { settled: transfer.nettedFcfa }),
    ...(shown &&
      at && {
        transfer: shown.reference,
        transferAt: wallClock(at, timeZone),
        transferState: transferStateText(shown.state, language),
      }),
  })
}

function refundRow(refund: StatementRefund, { language, timeZone }: About): CsvCell[] {
  const t = speak(language)
  return row({
    at: wallClock(refund.at, timeZone),
    kind: refund.amountFcfa < 0 ? t('Refund refused') : t('Refund to the customer'),
    reference: refund.deliveryReference,
    refunded: refund.amountFcfa,
    transfer: refund.reference ?? t('made by hand'),
    transferState: refund.state && transferStateText(refund.state, language),
  })
}

const row = (cells: Partial<Record<keyof typeof columnNames, CsvCell>>): CsvCell[] =>
  columns.map((column) => cells[column] ?? null)
