import type { Readable } from 'node:stream'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { FiscalStamp } from '../../domain/statements/fiscal/fiscal-device.ts'
import { creditNoteNumber, type NotedInvoice } from '../../domain/statements/invoices/credit-note.ts'
import { type Invoice, invoicedServices, invoiceNumber } from '../../domain/statements/invoices/invoice.ts'
import type { TripReceipt } from '../../domain/statements/invoices/read-trip-receipt.ts'
import {
  drawLine,
  drawQr,
  drawRule,
  drawSpace,
  drawText,
  drawTitle,
  endSheet,
  openSheet,
  type Sheet,
  sheetMargin,
} from '../sheets/pdf-sheet.ts'
import { invoiceWording } from './invoice-wording.ts'
import { dayOf } from './shop-statement-page.ts'

/** An invoice to print, from nothing but what was kept when it was issued: the same bytes each time. */
export async function invoicePdf(
  invoice: Invoice,
  language: Language,
  stamp?: FiscalStamp,
): Promise<Readable> {
  const words = invoiceWording[language]
  const { seller, lines, totalFcfa, vatRate, vatFcfa, retainedFcfa } = invoice
  const title = words.number(invoiceNumber(invoice))
  const about = [
    words.issuedOn(dayOf(invoice.issuedOn, language)),
    words.period(monthName(invoice.month, language)),
  ]
  const sheet = await openPaper({ ...invoice, language, title, about })
  drawLine(sheet, columns, [words.what, words.count, words.amount], { weight: 'bold' })
  drawRule(sheet)
  for (const service of invoicedServices)
    for (const line of lines.filter((each) => each.service === service))
      drawLine(sheet, columns, [
        words.services[service],
        line.count.toLocaleString(language),
        amountText(line.amountFcfa, language),
      ])
  drawRule(sheet)
  const sum = (name: string, fcfa: number, weight: 'regular' | 'bold' = 'regular') =>
    drawLine(sheet, columns, [name, '', amountText(fcfa, language)], { weight })
  if (vatRate !== null) {
    sum(words.net, totalFcfa - vatFcfa)
    sum(words.vat((vatRate / 100).toLocaleString(language)), vatFcfa)
  }
  sum(vatRate === null ? words.total : words.totalWithVat, totalFcfa, 'bold')
  sum(words.retained, retainedFcfa)
  sum(words.due, totalFcfa - retainedFcfa, 'bold')
  drawSpace(sheet)
  drawText(sheet, [
    words.dueHint,
    words.currency(invoice.currency),
    ...(seller.exemption === null ? [] : [seller.exemption]),
  ])
  await drawStamp(sheet, stamp, language)
  return endSheet(sheet, words.page)
}

/** What the tax office signed: its code and counters, and the QR code beside them. */
async function drawStamp(sheet: Sheet, stamp: FiscalStamp | undefined, language: Language): Promise<void> {
  if (!stamp) return
  const words = invoiceWording[language].fiscal
  drawSpace(sheet)
  await drawQr(sheet, stamp.qr)
  drawText(sheet, [words.code(stamp.code)], 'bold')
  drawText(
    sheet,
    [
      stamp.nim && words.nim(stamp.nim),
      stamp.counters && words.counters(stamp.counters),
      stamp.signedAt && words.at(stamp.signedAt),
    ].filter((line) => line !== undefined),
  )
}

const columns = [
  { x: sheetMargin, width: 300 },
  { x: 350, width: 60, isFigure: true },
  { x: 420, width: 130, isFigure: true },
]

/** A credit note to print, from nothing but what was kept when it was issued: the same bytes each time. */
export async function creditNotePdf(
  { note, invoice }: NotedInvoice,
  language: Language,
  stamp?: FiscalStamp,
): Promise<Readable> {
  const words = invoiceWording[language]
  const { seller, buyer, totalFcfa, vatFcfa, issuedAt } = note
  const { shopId, vatRate } = invoice
  const sheet = await openPaper({
    ...{ seller, buyer, shopId, issuedAt, language },
    title: words.creditNote(creditNoteNumber(note)),
    about: [
      words.creditIssuedOn(dayOf(note.issuedOn, language)),
      words.onInvoice(invoiceNumber(invoice), dayOf(invoice.issuedOn, language)),
      words.why(note.reason),
    ],
  })
  const line = (name: string, fcfa: number, weight: 'regular' | 'bold' = 'regular') =>
    drawLine(sheet, columns, [name, '', amountText(fcfa, language)], { weight })
  drawLine(sheet, columns, [words.what, '', words.amount], { weight: 'bold' })
  drawRule(sheet)
  for (const { service, amountFcfa } of note.lines) line(words.services[service], amountFcfa)
  drawRule(sheet)
  if (vatRate !== null) {
    line(words.net, totalFcfa - vatFcfa)
    line(words.vat((vatRate / 100).toLocaleString(language)), vatFcfa)
  }
  line(words.credited, totalFcfa, 'bold')
  drawSpace(sheet)
  drawText(sheet, [
    words.currency(invoice.currency),
    ...(seller.exemption === null ? [] : [seller.exemption]),
  ])
  await drawStamp(sheet, stamp, language)
  return endSheet(sheet, words.page)
}

/** The receipt of a trip that its customer paid. Nothing is said of who bought it: whoever has the link has the receipt. */
export async function receiptPdf(receipt: TripReceipt, language: Language): Promise<Readable> {
  const words = invoiceWording[language]
  const { seller, reference, paidAt, paidOn, totalFcfa, vatRate, vatFcfa, currency, stamp } = receipt
  const title = words.receipt.title(reference)
  const sheet = await openSheet({ title, language, madeAt: paidAt })
  drawText(sheet, [seller.name], 'bold')
  drawText(sheet, [seller.address, words.rccm(seller.rccm), words.taxId(seller.taxId)])
  drawSpace(sheet)
  drawTitle(sheet, title)
  drawText(sheet, [words.receipt.paidOn(dayOf(paidOn, language))])
  drawSpace(sheet)
  const line = (name: string, fcfa: number, weight: 'regular' | 'bold' = 'regular') =>
    drawLine(sheet, columns, [name, '', amountText(fcfa, language)], { weight })
  if (vatRate !== null) {
    line(words.net, totalFcfa - vatFcfa)
    line(words.vat((vatRate / 100).toLocaleString(language)), vatFcfa)
  }
  line(words.receipt.trip, totalFcfa, 'bold')
  drawSpace(sheet)
  drawText(sheet, [words.currency(currency), ...(seller.exemption === null ? [] : [seller.exemption])])
  await drawStamp(sheet, stamp, language)
  return endSheet(sheet, words.page)
}

type Paper = Pick<Invoice, 'seller' | 'buyer' | 'shopId' | 'issuedAt'> & {
  language: Language
  title: string
  about: readonly string[]
}

/** A sheet with the head of an invoice: who sells, what paper it is, and who buys. */
async function openPaper({ seller, buyer, shopId, issuedAt, language, title, about }: Paper): Promise<Sheet> {
  const words = invoiceWording[language]
  const sheet = await openSheet({ title, language, madeAt: issuedAt })
  drawText(sheet, [seller.name], 'bold')
  drawText(sheet, [seller.address, words.rccm(seller.rccm), words.taxId(seller.taxId)])
  drawSpace(sheet)
  drawTitle(sheet, title)
  drawText(sheet, about)
  drawSpace(sheet)
  drawText(sheet, [words.to])
  drawText(sheet, [buyer.name], 'bold')
  drawText(sheet, [...(buyer.taxId ? [words.taxId(buyer.taxId)] : []), words.shopId(shopId)])
  drawSpace(sheet)
  return sheet
}

/** `octobre 2026`, of `2026-10` */
export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
