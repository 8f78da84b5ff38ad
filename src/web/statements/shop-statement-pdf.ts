import type { Readable } from 'node:stream'
import { amountText, momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type {
  ShopStatement,
  StatementLine,
  StatementRefund,
} from '../../domain/money/statements/shop/shop-statement.ts'
import {
  drawLine,
  drawRule,
  drawSpace,
  drawTableLine,
  drawText,
  drawTitle,
  endSheet,
  keepTogether,
  openSheet,
  printable,
  type Sheet,
  sheetMargin,
} from '../sheets/pdf-sheet.ts'
import { valueWording } from '../value-wording.ts'
import { speak } from '../web-words.ts'
import {
  dayOf,
  lineCharges,
  lineKindText,
  periodText,
  refundText,
  statementSums,
} from './shop-statement-page.ts'
import { transferText } from './transfer-text.ts'

/**
 * More lines than these nobody prints, and they would keep the process busy: the file for spreadsheets has
 * them all.
 */
export const maxPrintedLines = 1_000

type About = { language: Language; timeZone: string; now: Date }

/** The statement of a shop to print: what it comes to, then its lines, then what its customers got back. */
export async function shopStatementPdf(
  shopName: string,
  statement: ShopStatement,
  about: About,
): Promise<Readable> {
  const { language, timeZone, now } = about
  const t = speak(language)
  const { firstDay, lastDay } = statement.period
  const title = t('Statement of {shop}', { shop: shopName })
  const sheet = await openSheet({ title, language, madeAt: now, isLandscape: true })
  drawTitle(sheet, printable(shopName) === '' ? t('Statement of the shop') : title)
  drawText(sheet, [
    periodText(dayOf(firstDay, language), dayOf(lastDay, language), language),
    t('Made on {moment}', { moment: momentText(now, { timeZone, now }, language) }),
  ])
  drawSpace(sheet)
  const sums = statementSums(statement, language)
  for (const [at, line] of sums.entries()) {
    if (at === sums.length - 1) drawRule(sheet)
    drawLine(sheet, sumColumns, line, { weight: at === 0 || at === sums.length - 1 ? 'bold' : 'regular' })
  }
  if (statement.sums.settledFeesFcfa !== 0)
    drawText(sheet, [
      t('Payouts also settled {amount} of trips and fees.', {
        amount: amountText(statement.sums.settledFeesFcfa, language),
      }),
    ])
  drawSpace(sheet)
  if (statement.hasMore)
    drawText(sheet, [
      t('The details of these {lines} lines are in the CSV file: too many to print.', {
        lines: statement.sums.lines.toLocaleString(language),
      }),
    ])
  else if (statement.lines.length === 0) drawText(sheet, [t('Nothing moved on these days.')])
  else drawLines(sheet, statement, about)
  drawRefunds(sheet, statement, about)
  return endSheet(sheet, (page, pages) => t('Page {page} of {pages}', { page, pages }))
}

const sumColumns = [
  { x: sheetMargin, width: 260 },
  { x: 310, width: 250, isFigure: true },
]
const lineColumns = [
  { x: sheetMargin, width: 78 },
  { x: 122, width: 124 },
  { x: 250, width: 72, isFigure: true },
  { x: 326, width: 66, isFigure: true },
  { x: 400, width: 142 },
  { x: 544, width: 76, isFigure: true },
  { x: 624, width: 80, isFigure: true },
  { x: 714, width: 86 },
]
const refundColumns = [
  { x: sheetMargin, width: 90 },
  { x: 136, width: 140 },
  { x: 280, width: 260 },
  { x: 544, width: 146, isFigure: true },
]

function drawLines(sheet: Sheet, { lines }: ShopStatement, about: About): void {
  const t = speak(about.language)
  const head = [
    ...[t('Date'), t('What'), t('Goods'), t('Delivery')],
    ...[t('Borne by the shop'), t('To the shop'), t('Balance'), t('Payout')],
  ]
  drawLine(sheet, lineColumns, head, { weight: 'bold', size: 9 })
  for (const line of lines) drawTableLine(sheet, lineColumns, lineCells(line, about), { head, size: 9 })
}

function lineCells(line: StatementLine, about: About): string[] {
  const { language, timeZone, now } = about
  const t = speak(language)
  const { delivery, subject, transfer, paidWith } = line
  const amount = (fcfa: number | undefined) => (fcfa ? amountText(fcfa, language) : '')
  const shown = transfer ?? paidWith
  return [
    momentText(line.bookedAt, { timeZone, now }, language),
    delivery
      ? `${delivery.reference} · ${valueWording[language].delivery[delivery.status]}`
      : [subject?.reference, lineKindText(line.kind, language)].filter(Boolean).join(' · '),
    amount(delivery?.goodsFcfa),
    amount(delivery?.priceFcfa),
    delivery || subject
      ? lineCharges(line, language)
      : transfer?.nettedFcfa
        ? t('{amount} of fees settled with it', { amount: amount(transfer.nettedFcfa) })
        : (line.note ?? ''),
    amountText(line.toShopFcfa, language),
    amountText(line.balanceFcfa, language),
    shown ? transferText(about, shown) : '',
  ]
}

function drawRefunds(sheet: Sheet, { refunds }: ShopStatement, about: About): void {
  if (refunds.length === 0) return
  const t = speak(about.language)
  drawSpace(sheet)
  keepTogether(sheet, 5)
  drawText(sheet, [t('Refunds to your customers')], 'bold')
  drawText(sheet, [t('They do not change the balance: this money was the customers’.')])
  const head = [t('Date'), t('Reference'), t('What'), t('Refund to the customer')]
  drawLine(sheet, refundColumns, head, { weight: 'bold', size: 9 })
  for (const refund of refunds)
    drawTableLine(sheet, refundColumns, refundCells(refund, about), { head, size: 9 })
  if (refunds.length === maxPrintedLines)
    drawText(sheet, [
      t('Only the first {shown} are here; the CSV file has them all.', { shown: refunds.length }),
    ])
}

const refundCells = (refund: StatementRefund, { language, timeZone, now }: About): string[] => [
  momentText(refund.at, { timeZone, now }, language),
  refund.deliveryReference ?? '',
  refundText(refund, language),
  amountText(refund.amountFcfa, language),
]
