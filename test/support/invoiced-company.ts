/** The settings of a company that may issue invoices, and whose prices include 18 % of tax. */
export const company = {
  COMPANY_NAME: 'Colis Bénin SARL',
  COMPANY_ADDRESS: '12 rue du Marché, Cotonou',
  COMPANY_RCCM: 'RB/COT/26 B 12345',
  COMPANY_TAX_ID: '3202612345678',
  VAT_RATE: '1800',
}
