import type { Language } from '../../base/kernel/language.ts'
import { wallClock } from '../../base/kernel/local-time.ts'
import type {
  ShopStatement,
  StatementLine,
  StatementRefund,
} from '../../domain/statements/shop/shop-statement.ts'
import type { CsvCell } from '../exports/csv-file.ts'
import { valueWording } from '../value-wording.ts'
import { shopStatementWording } from './shop-statement-wording.ts'

type Columns = (typeof shopStatementWording)['fr']['columns']
type About = { language: Language; timeZone: string }

const columns = Object.keys(shopStatementWording.fr.columns) as (keyof Columns)[]

/** What heads the columns of a statement's file. */
export const statementHeader = (language: Language): string[] =>
  columns.map((column) => shopStatementWording[language].columns[column])

/** The rows of a statement's file: the balance at the beginning, every line, refunds, the balance at the end. */
export function* statementRows(statement: ShopStatement, about: About): Generator<CsvCell[]> {
  const { sums } = shopStatementWording[about.language]
  const { openingFcfa, closingFcfa, lines, refunds } = statement
  yield row({ at: statement.period.firstDay, kind: sums.opening, balance: openingFcfa })
  for (const line of lines) yield lineRow(line, about)
  for (const refund of refunds) yield refundRow(refund, about)
  yield row({ at: statement.period.lastDay, kind: sums.closing, balance: closingFcfa })
}

function lineRow(line: StatementLine, { language, timeZone }: About): CsvCell[] {
  const words = shopStatementWording[language]
  const { delivery, subject, transfer, paidWith } = line
  const shown = transfer ?? paidWith
  const at = shown && (shown.endedAt ?? shown.createdAt)
  return row({
    at: wallClock(line.bookedAt, timeZone),
    kind: words.kinds[line.kind],
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
        transferState: words.states[shown.state],
      }),
  })
}

function refundRow(refund: StatementRefund, { language, timeZone }: About): CsvCell[] {
  const words = shopStatementWording[language]
  return row({
    at: wallClock(refund.at, timeZone),
    kind: refund.amountFcfa < 0 ? words.refunds.refusedRow : words.refunds.row,
    reference: refund.deliveryReference,
    refunded: refund.amountFcfa,
    transfer: refund.reference ?? words.refunds.byHand,
    transferState: refund.state && words.states[refund.state],
  })
}

const row = (cells: Partial<Record<keyof Columns, CsvCell>>): CsvCell[] =>
  columns.map((column) => cells[column] ?? null)
