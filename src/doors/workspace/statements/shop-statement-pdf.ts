import type { Readable } from 'node:stream'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { ShopStatement, StatementLine } from '../../../domain/statements/shop/shop-statement.ts'
import {
  drawLine,
  drawRule,
  drawSpace,
  drawTableLine,
  drawText,
  drawTitle,
  endSheet,
  openSheet,
  printable,
  sheetMargin,
} from '../sheets/pdf-sheet.ts'
import { valueWording } from '../value-wording.ts'
import { chargesText, dayOf, statementSums } from './shop-statement-page.ts'
import { shopStatementWording } from './shop-statement-wording.ts'

/** More lines than these nobody prints, and they would keep the process busy: the file for spreadsheets has them all. */
export const maxPrintedLines = 1_000

/** The statement of a shop to print: what it comes to, then its lines. */
export async function shopStatementPdf(
  shopName: string,
  statement: ShopStatement,
  about: { language: Language; timeZone: string; now: Date },
): Promise<Readable> {
  const { language, timeZone, now } = about
  const words = shopStatementWording[language]
  const { firstDay, lastDay } = statement.period
  const title = words.titleOf(shopName)
  const sheet = await openSheet({ title, language, madeAt: now, isLandscape: true })
  drawTitle(sheet, printable(shopName) === '' ? words.titleOfUnprintable : title)
  drawText(sheet, [
    words.span(dayOf(firstDay, language), dayOf(lastDay, language)),
    words.madeOn(momentText(now, { timeZone, now }, language)),
  ])
  drawSpace(sheet)
  const sums = statementSums(statement, language)
  for (const [at, line] of sums.entries()) {
    if (at === sums.length - 1) drawRule(sheet)
    drawLine(sheet, sumColumns, line, { weight: at === 0 || at === sums.length - 1 ? 'bold' : 'regular' })
  }
  if (statement.sums.settledFeesFcfa !== 0)
    drawText(sheet, [words.sums.settledFees(amountText(statement.sums.settledFeesFcfa, language))])
  drawSpace(sheet)
  if (statement.hasMore) drawText(sheet, [words.unprinted(statement.sums.lines.toLocaleString(language))])
  else if (statement.lines.length === 0) drawText(sheet, [words.none])
  else {
    const head = [
      words.lines.at,
      words.lines.what,
      words.lines.goods,
      words.lines.price,
      words.lines.charges,
      words.lines.toShop,
      words.lines.balance,
      words.lines.paidWith,
    ]
    drawLine(sheet, lineColumns, head, { weight: 'bold', size: 9 })
    for (const line of statement.lines)
      drawTableLine(sheet, lineColumns, lineCells(line, about), { head, size: 9 })
  }
  return endSheet(sheet, words.page)
}

const sumColumns = [
  { x: sheetMargin, width: 260 },
  { x: 310, width: 250, isFigure: true },
]
const lineColumns = [
  { x: sheetMargin, width: 78 },
  { x: 122, width: 132 },
  { x: 258, width: 72, isFigure: true },
  { x: 334, width: 66, isFigure: true },
  { x: 408, width: 142 },
  { x: 552, width: 76, isFigure: true },
  { x: 632, width: 80, isFigure: true },
  { x: 722, width: 80 },
]

function lineCells(
  line: StatementLine,
  { language, timeZone, now }: { language: Language; timeZone: string; now: Date },
): string[] {
  const words = shopStatementWording[language]
  const { delivery, transfer, paidWith } = line
  const amount = (fcfa: number | undefined) => (fcfa ? amountText(fcfa, language) : '')
  const shown = transfer ?? paidWith
  return [
    momentText(line.bookedAt, { timeZone, now }, language),
    delivery
      ? `${delivery.reference} · ${valueWording[language].delivery[delivery.status]}`
      : words.kinds[line.kind],
    amount(delivery?.goodsFcfa),
    amount(delivery?.priceFcfa),
    delivery
      ? chargesText(delivery, language)
      : transfer?.nettedFcfa
        ? words.settled(amount(transfer.nettedFcfa))
        : (line.note ?? ''),
    amountText(line.toShopFcfa, language),
    amountText(line.balanceFcfa, language),
    shown ? shown.reference : '',
  ]
}
