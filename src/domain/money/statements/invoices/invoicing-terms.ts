import type { Rules } from '../../../../rules.ts'
import type { InvoiceSeller } from './invoice.ts'

/** What the rules say of invoices; no seller as long as a field is missing that the law asks for. */
type InvoicingTerms = {
  seller: InvoiceSeller | null
  /** In hundredths of a percent; null where no tax is charged. */
  vatRate: number | null
}

/** The terms that the rules come to. Without a tax, the reason why there is none must be given. */
export function invoicingTermsOf(rules: Rules): InvoicingTerms {
  const { COMPANY_NAME: name, COMPANY_ADDRESS: address, COMPANY_RCCM: rccm, COMPANY_TAX_ID: taxId } = rules
  const vatRate = rules.VAT_RATE || null
  const exemption = vatRate === null ? rules.VAT_EXEMPTION : null
  if (!name || !address || !rccm || !taxId || exemption === undefined) return { seller: null, vatRate }
  return { seller: { name, address, rccm, taxId, exemption }, vatRate }
}
