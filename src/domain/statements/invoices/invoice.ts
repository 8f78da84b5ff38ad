import type { Currency } from '../../../base/contract/vocabulary.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'

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
export type InvoiceBuyer = { name: string }

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
  lines: InvoiceLine[]
  retainedFcfa: Fcfa
}

/** `2026-000123` */
export const invoiceNumber = ({ year, serial }: { year: number; serial: number }): string =>
  `${year}-${String(serial).padStart(6, '0')}`

/** The tax that an amount includes, rounded to a whole franc; the rate is in hundredths of a percent. */
export const includedVat = (totalFcfa: Fcfa, vatRate: number | null): Fcfa =>
  vatRate === null ? 0 : Math.round((totalFcfa * vatRate) / (10_000 + vatRate))

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
  return charges.map(({ shopId, currency, name, lines, retainedFcfa }, at) => {
    const totalFcfa = lines.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
    return {
      id: newId(),
      year: Number(issuedOn.slice(0, 4)),
      serial: lastSerial + at + 1,
      ...{ shopId, month, currency, issuedAt, issuedOn, seller, lines, totalFcfa, retainedFcfa, vatRate },
      buyer: { name },
      vatFcfa: includedVat(totalFcfa, vatRate),
    }
  })
}
