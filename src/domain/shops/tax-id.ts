import { ApiError } from '../../contract/errors.ts'

/**
 * A number at a tax office (IFU, NCC, NIF, NINEA) as it is kept: without blanks, in capitals; null for none.
 * Each country has its own form, and a check digit that no office documents: 5 to 30 letters, figures,
 * hyphens, slashes and dots are taken. Throws TAX_ID_INVALID.
 */
export function readTaxId(typed: string | null): string | null {
  const taxId = (typed ?? '').replaceAll(/\s/g, '').toUpperCase()
  if (taxId === '') return null
  if (!/^(?=.*\d)[\dA-Z./-]{5,30}$/.test(taxId)) throw new ApiError('TAX_ID_INVALID')
  return taxId
}
