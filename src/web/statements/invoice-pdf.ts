import type { Readable } from 'node:stream'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { FiscalStamp } from '../../domain/money/statements/fiscal/fiscal-device.ts'
import { creditNoteNumber, type NotedInvoice } from '../../domain/money/statements/invoices/credit-note.ts'
import {
  type Invoice,
  type InvoicedService,
  invoicedServices,
  invoiceNumber,
} from '../../domain/money/statements/invoices/invoice.ts'
import type { TripReceipt } from '../../domain/money/statements/invoices/read-trip-receipt.ts'
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
import { speak, type WebText } from '../web-words.ts'
import { dayOf } from './shop-statement-page.ts'

const serviceNames: Record<InvoicedService, WebText> = {
  TRIPS_PREPAID: 'Prepaid trips',
  TRIPS_ON_SHOP: 'Trips borne by the shop',
  TRIPS_DIRECT: 'Trips paid to the shop itself',
  OWN_DISCOUNTS: 'Discounts given by the shop',
  COLLECTION_FEES: 'Collection fees',
  CANCELLATION_FEES: 'Cancellation fees',
  RETURN_FEES: 'Return fees',
  WAITING_FEES: 'Courier’s waiting at the shop',
}

/** An invoice to print, from nothing but what was kept when it was issued: the same bytes each time. */
export async function invoicePdf(
  invoice: Invoice,
  language: Language,
  stamp?: FiscalStamp,
): Promise<Readable> {
  const t = speak(language)
  const { seller, lines, totalFcfa, vatRate, vatFcfa, retainedFcfa } = invoice
  const title = t('Invoice {number}', { number: invoiceNumber(invoice) })
  const about = [
    t('Issued on {day}', { day: dayOf(invoice.issuedOn, language) }),
    t('Services of {month}', { month: monthName(invoice.month, language) }),
  ]
  const sheet = await openPaper({ ...invoice, language, title, about })
  drawLine(sheet, columns, [t('Description#what'), t('Number#count'), t('Amount')], { weight: 'bold' })
  drawRule(sheet)
  for (const service of invoicedServices)
    for (const line of lines.filter((each) => each.service === service))
      drawLine(sheet, columns, [
        invoicedServiceText(service, language),
        line.count.toLocaleString(language),
        amountText(line.amountFcfa, language),
      ])
  drawRule(sheet)
  const sum = (name: string, fcfa: number, weight: 'regular' | 'bold' = 'regular') =>
    drawLine(sheet, columns, [name, '', amountText(fcfa, language)], { weight })
  if (vatRate !== null) {
    sum(t('Total before tax'), totalFcfa - vatFcfa)
    sum(t('VAT {rate}%', { rate: (vatRate / 100).toLocaleString(language) }), vatFcfa)
  }
  sum(vatRate === null ? t('Total') : t('Total including tax'), totalFcfa, 'bold')
  sum(t('Kept back from sales already'), retainedFcfa)
  sum(t('Still owed for this month'), totalFcfa - retainedFcfa, 'bold')
  drawSpace(sheet)
  drawText(sheet, [
    t('This is part of the balance of the shop’s statement, which also shows what was settled since.'),
    t('Amounts in CFA francs ({currency}).', { currency: invoice.currency }),
    ...(seller.exemption === null ? [] : [seller.exemption]),
  ])
  await drawStamp(sheet, stamp, language)
  return endSheet(sheet, (page, pages) => t('Page {page} of {pages}', { page, pages }))
}

/** What the tax office signed: its code and counters, and the QR code beside them. */
async function drawStamp(sheet: Sheet, stamp: FiscalStamp | undefined, language: Language): Promise<void> {
  if (!stamp) return
  const t = speak(language)
  drawSpace(sheet)
  await drawQr(sheet, stamp.qr)
  drawText(sheet, [t('Code of the tax office: {code}', { code: stamp.code })], 'bold')
  drawText(
    sheet,
    [
      stamp.nim && t('NIM: {nim}', { nim: stamp.nim }),
      stamp.counters && t('Counters: {counters}', { counters: stamp.counters }),
      stamp.signedAt && t('Signed on {at}', { at: stamp.signedAt }),
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
  const t = speak(language)
  const { seller, buyer, totalFcfa, vatFcfa, issuedAt } = note
  const { shopId, vatRate } = invoice
  const sheet = await openPaper({
    ...{ seller, buyer, shopId, issuedAt, language },
    title: t('Credit note {number}', { number: creditNoteNumber(note) }),
    about: [
      t('Issued on {day}#creditIssuedOn', { day: dayOf(note.issuedOn, language) }),
      t('On invoice {number} of {day}', {
        number: invoiceNumber(invoice),
        day: dayOf(invoice.issuedOn, language),
      }),
      t('Reason: {reason}', { reason: note.reason }),
    ],
  })
  const line = (name: string, fcfa: number, weight: 'regular' | 'bold' = 'regular') =>
    drawLine(sheet, columns, [name, '', amountText(fcfa, language)], { weight })
  drawLine(sheet, columns, [t('Description#what'), '', t('Amount')], { weight: 'bold' })
  drawRule(sheet)
  for (const { service, amountFcfa } of note.lines) line(invoicedServiceText(service, language), amountFcfa)
  drawRule(sheet)
  if (vatRate !== null) {
    line(t('Total before tax'), totalFcfa - vatFcfa)
    line(t('VAT {rate}%', { rate: (vatRate / 100).toLocaleString(language) }), vatFcfa)
  }
  line(t('Total credited'), totalFcfa, 'bold')
  drawSpace(sheet)
  drawText(sheet, [
    t('Amounts in CFA francs ({currency}).', { currency: invoice.currency }),
    ...(seller.exemption === null ? [] : [seller.exemption]),
  ])
  await drawStamp(sheet, stamp, language)
  return endSheet(sheet, (page, pages) => t('Page {page} of {pages}', { page, pages }))
}

/**
 * The receipt of a trip that its customer paid. Nothing is said of who bought it: whoever has the link has
 * the receipt.
 */
export async function receiptPdf(receipt: TripReceipt, language: Language): Promise<Readable> {
  const t = speak(language)
  const { seller, reference, paidAt, paidOn, totalFcfa, vatRate, vatFcfa, currency, stamp } = receipt
  const title = t('Receipt {reference}', { reference })
  const sheet = await openSheet({ title, language, madeAt: paidAt })
  drawHead(sheet, { seller, title, language })
  drawText(sheet, [t('Trip delivered and paid on {day}', { day: dayOf(paidOn, language) })])
  drawSpace(sheet)
  const line = (name: string, fcfa: number, weight: 'regular' | 'bold' = 'regular') =>
    drawLine(sheet, columns, [name, '', amountText(fcfa, language)], { weight })
  if (vatRate !== null) {
    line(t('Total before tax'), totalFcfa - vatFcfa)
    line(t('VAT {rate}%', { rate: (vatRate / 100).toLocaleString(language) }), vatFcfa)
  }
  line(t('Delivery trip, paid'), totalFcfa, 'bold')
  drawSpace(sheet)
  drawText(sheet, [
    t('Amounts in CFA francs ({currency}).', { currency }),
    ...(seller.exemption === null ? [] : [seller.exemption]),
  ])
  await drawStamp(sheet, stamp, language)
  return endSheet(sheet, (page, pages) => t('Page {page} of {pages}', { page, pages }))
}

/** Who sells, and what paper it is. */
function drawHead(
  sheet: Sheet,
  { seller, title, language }: { seller: Invoice['seller']; title: string; language: Language },
): void {
  const t = speak(language)
  drawText(sheet, [seller.name], 'bold')
  drawText(sheet, [
    seller.address,
    t('RCCM: {text}', { text: seller.rccm }),
    t('IFU / NIF: {text}', { text: seller.taxId }),
  ])
  drawSpace(sheet)
  drawTitle(sheet, title)
}

type Paper = Pick<Invoice, 'seller' | 'buyer' | 'shopId' | 'issuedAt'> & {
  language: Language
  title: string
  about: readonly string[]
}

/** A sheet with the head of an invoice: who sells, what paper it is, and who buys. */
async function openPaper({ seller, buyer, shopId, issuedAt, language, title, about }: Paper): Promise<Sheet> {
  const t = speak(language)
  const sheet = await openSheet({ title, language, madeAt: issuedAt })
  drawHead(sheet, { seller, title, language })
  drawText(sheet, about)
  drawSpace(sheet)
  drawText(sheet, [t('Billed to')])
  drawText(sheet, [buyer.name], 'bold')
  drawText(sheet, [
    ...(buyer.taxId ? [t('IFU / NIF: {text}', { text: buyer.taxId })] : []),
    t('Customer no. {id}', { id: shopId }),
  ])
  drawSpace(sheet)
  return sheet
}

/** What an invoice calls a service. */
export const invoicedServiceText = (service: InvoicedService, language: Language): string =>
  speak(language)(serviceNames[service])

/** `octobre 2026`, of `2026-10` */
export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'fr' ? 'fr' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
