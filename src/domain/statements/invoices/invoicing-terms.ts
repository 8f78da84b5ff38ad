import type { InvoiceSeller } from './invoice.ts'

/** What the settings say of invoices; no seller as long as a field is missing that the law asks for. */
export type InvoicingTerms = {
  seller: InvoiceSeller | null
  /** In hundredths of a percent; null where no tax is charged. */
  vatRate: number | null
}

/** The settings about the company. */
type CompanySettings = {
  COMPANY_NAME: string | undefined
  COMPANY_ADDRESS: string | undefined
  COMPANY_RCCM: string | undefined
  COMPANY_TAX_ID: string | undefined
  VAT_RATE: number
  VAT_EXEMPTION: string | undefined
}

/** The terms that settings come to. Without a tax, the reason why there is none must be given. */
export function invoicingTermsOf(config: CompanySettings): InvoicingTerms {
  const { COMPANY_NAME: name, COMPANY_ADDRESS: address, COMPANY_RCCM: rccm, COMPANY_TAX_ID: taxId } = config
  const vatRate = config.VAT_RATE === 0 ? null : config.VAT_RATE
  const exemption = vatRate === null ? config.VAT_EXEMPTION : null
  if (!name || !address || !rccm || !taxId || exemption === undefined) return { seller: null, vatRate }
  return { seller: { name, address, rccm, taxId, exemption }, vatRate }
}
