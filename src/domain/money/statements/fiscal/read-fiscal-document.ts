import type { Database } from '../../../../base/database/open-database.ts'
import type { RulesDeps } from '../../../../rules.ts'
import { findShop } from '../../../shops/shop-store.ts'
import { creditNoteNumber } from '../invoices/credit-note.ts'
import { listCreditNotes } from '../invoices/credit-note-store.ts'
import { type Invoice, type InvoicedService, invoiceNumber } from '../invoices/invoice.ts'
import { listInvoices } from '../invoices/invoice-store.ts'
import { invoicingTermsOf } from '../invoices/invoicing-terms.ts'
import type { FiscalDocument } from './fiscal-device.ts'
import { type FiscalRow, findPaidTrip, findStamps } from './fiscal-store.ts'

/**
 * What the tax office reads of a document, from what was issued; undefined while it is not ready to be sent.
 */
export async function readFiscalDocument(
  { db, rules }: RulesDeps & { db: Database },
  { kind, id }: FiscalRow,
): Promise<FiscalDocument | undefined> {
  if (kind === 'RECEIPT') {
    const trip = await findPaidTrip(db, id)
    const { seller } = invoicingTermsOf(rules.current())
    if (!trip || !seller) return undefined
    const { reference, totalFcfa, vatRate } = trip
    return {
      ...{ kind, number: reference, totalFcfa, paidFcfa: totalFcfa, vatRate, original: null },
      sellerTaxId: seller.taxId,
      buyer: { name: 'Client', taxId: null, phone: null, email: null },
      lines: [{ key: 'TRIP', name: 'Course de livraison', amountFcfa: totalFcfa }],
    }
  }
  const [note] = kind === 'CREDIT_NOTE' ? await listCreditNotes(db, { ids: [id] }) : []
  const [invoice] = await listInvoices(db, { id: note?.invoiceId ?? id }, 1)
  if (!invoice) return undefined
  const stamp = note && (await findStamps(db, [invoice.id])).get(invoice.id)
  // The office signs a credit note only of an invoice that it has signed.
  if (note && !stamp) return undefined
  const shop = await findShop(db, invoice.shopId)
  const paper = note ?? invoice
  return {
    kind,
    number: note ? creditNoteNumber(note) : invoiceNumber(invoice),
    sellerTaxId: paper.seller.taxId,
    buyer: {
      name: paper.buyer.name,
      taxId: paper.buyer.taxId ?? null,
      phone: shop?.payout_phone ?? null,
      email: shop?.owner_email ?? null,
    },
    lines: linesOf(paper),
    totalFcfa: paper.totalFcfa,
    paidFcfa: note ? 0 : invoice.retainedFcfa,
    vatRate: invoice.vatRate,
    original: note && stamp ? { stamp, lines: linesOf(invoice) } : null,
  }
}

const linesOf = ({ lines }: { lines: readonly Pick<Invoice['lines'][number], 'service' | 'amountFcfa'>[] }) =>
  lines.map(({ service, amountFcfa }) => ({ key: service, name: names[service], amountFcfa }))

/** As the tax offices read them, whose language is French. */
const names: Record<InvoicedService, string> = {
  TRIPS_PREPAID: 'Courses prépayées',
  TRIPS_ON_SHOP: 'Courses à la charge de la boutique',
  TRIPS_DIRECT: 'Courses payées directement à la boutique',
  OWN_DISCOUNTS: 'Remises offertes par la boutique',
  COLLECTION_FEES: 'Frais d’encaissement',
  CANCELLATION_FEES: 'Frais d’annulation',
  RETURN_FEES: 'Frais de retour',
  WAITING_FEES: 'Attente du livreur à la boutique',
}
