import type { Database } from '../../../../base/database/open-database.ts'
import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import { localDayText } from '../../../../base/kernel/local-time.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import type { RulesDeps } from '../../../../rules.ts'
import { includedVat } from '../../ledger/included-vat.ts'
import type { FiscalStamp } from '../fiscal/fiscal-device.ts'
import { findPaidTrip, findStamps } from '../fiscal/fiscal-store.ts'
import type { InvoiceSeller } from './invoice.ts'
import { invoicingTermsOf } from './invoicing-terms.ts'

/**
 * What the customer of a delivery paid for its trip, as a receipt says it. Its number is that of the
 * delivery.
 */
export type TripReceipt = {
  reference: string
  seller: InvoiceSeller
  currency: Currency
  paidAt: Date
  /** `2026-11-21` */
  paidOn: string
  totalFcfa: Fcfa
  vatRate: number | null
  vatFcfa: Fcfa
  stamp: FiscalStamp | undefined
}

/**
 * The receipt of a trip that its customer paid to the service, from what the books say of it, so that its tax
 * is that of the books (decision 267). Undefined for any other delivery, before it is booked, and as long as
 * the company is not set.
 */
export async function readTripReceipt(
  { db, timeZone, rules }: RulesDeps & { db: Database; timeZone: string },
  deliveryId: string,
): Promise<TripReceipt | undefined> {
  const { seller } = invoicingTermsOf(rules.current())
  const trip = seller === null ? undefined : await findPaidTrip(db, deliveryId)
  if (!seller || !trip) return undefined
  const { reference, currency, totalFcfa, vatRate, bookedAt: paidAt } = trip
  return {
    ...{ reference, seller, currency, totalFcfa, vatRate, paidAt },
    paidOn: localDayText(paidAt, timeZone),
    vatFcfa: includedVat(totalFcfa, vatRate),
    stamp: (await findStamps(db, [deliveryId])).get(deliveryId),
  }
}
