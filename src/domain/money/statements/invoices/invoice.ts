import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { includedVat } from '../../ledger/included-vat.ts'
import { credit, debit, type Posting } from '../../ledger/ledger-posting.ts'

/** What a shop is invoiced for. */
export const invoicedServices = [
  'TRIPS_PREPAID',
  'TRIPS_ON_SHOP',
  'TRIPS_DIRECT',
  'OWN_DISCOUNTS',
  'COLLECTION_FEES',
  'CANCELLATION_FEES',
  'RETURN_FEES',
  'WAITING_FEES',
] as const
export type InvoicedService = (typeof invoicedServices)[number]

/** One line of an invoice: how many times, and what it comes to. */
export type InvoiceLine = { service: InvoicedService; count: number; amountFcfa: Fcfa }

/** The company as its invoices name it, as it was when they were issued. */
export type InvoiceSeller = {
  name: string
  address: string
  /** Its numbers in the register of commerce and of the tax office. */
  rccm: string
  taxId: string
  /** Why no tax is charged; null where one is. */
  exemption: string | null
}

/** The shop as its invoice names it. */
type InvoiceBuyer = {
  name: string
  /** Its number at the tax office; invoices of before it was asked for have none. */
  taxId?: string
}

/** An invoice that was issued, which never changes. Prices include the tax. */
export type Invoice = {
  id: string
  year: number
  serial: number
  shopId: string
  /** `2026-10` */
  month: string
  currency: Currency
  issuedAt: Date
  /** The day of issue, like `2026-11-03`. */
  issuedOn: string
  seller: InvoiceSeller
  buyer: InvoiceBuyer
  lines: InvoiceLine[]
  totalFcfa: Fcfa
  /** What was kept back from sales already. */
  retainedFcfa: Fcfa
  /** In hundredths of a percent. */
  vatRate: number | null
  vatFcfa: Fcfa
}

/** What a shop is to be invoiced for in a month. */
export type ShopCharges = {
  shopId: string
  currency: Currency
  name: string
  taxId: string | null
  lines: InvoiceLine[]
  retainedFcfa: Fcfa
  /** The tax that the books took out of these lines when each was earned. */
  bookedVatFcfa: Fcfa
}

/** `2026-000123` */
export const invoiceNumber = ({ year, serial }: { year: number; serial: number }): string =>
  `${year}-${String(serial).padStart(6, '0')}`

/** Invoices of a day, numbered on from the last of their year. */
export function newInvoices(
  charges: readonly ShopCharges[],
  {
    seller,
    vatRate,
    month,
    lastSerial,
    issuedAt,
    issuedOn,
    newId,
  }: Pick<Invoice, 'seller' | 'vatRate' | 'month' | 'issuedAt' | 'issuedOn'> & {
    lastSerial: number
    newId: () => string
  },
): Invoice[] {
  return charges.map(({ shopId, currency, name, taxId, lines, retainedFcfa }, at) => {
    const totalFcfa = lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
    return {
      id: newId(),
      year: Number(issuedOn.slice(0, 4)),
      serial: lastSerial + at + 1,
      ...{ shopId, month, currency, issuedAt, issuedOn, seller, lines, totalFcfa, retainedFcfa, vatRate },
      buyer: { name, ...(taxId && { taxId }) },
      vatFcfa: includedVat(totalFcfa, vatRate),
    }
  })
}

/**
 * What an invoice books: its tax, as far as the books have not taken it out of what it charges (decision
 * 263).
 */
export function taxPosting(invoice: Invoice, charges: readonly ShopCharges[]): Posting {
  const { id, shopId, currency, vatFcfa, vatRate, issuedAt } = invoice
  const charged = charges.find((each) => each.shopId === shopId && each.currency === currency)
  const leftFcfa = vatFcfa - (charged?.bookedVatFcfa ?? 0)
  return {
    cause: `invoice:${id}`,
    kind: 'INVOICE_TAXED',
    ...{ currency, shopId, vatRate },
    deliveryId: null,
    happenedAt: issuedAt,
    note: null,
    entries: [debit('TRIP_REVENUE', leftFcfa), credit('VAT_COLLECTED', leftFcfa)],
  }
}
