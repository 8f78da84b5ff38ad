import type { Fcfa } from '../../../../base/kernel/fcfa.ts'

/**
 * The port of a fiscal device: invoices, credit notes and receipts go to the server of a tax office, which
 * answers with a code and a QR code that the paper must show (decision 265). This folder keeps what it
 * answers; an adapter for each office speaks to it.
 */
export type FiscalKind = 'INVOICE' | 'CREDIT_NOTE' | 'RECEIPT'

/** One line: the amounts include the tax. */
export type FiscalLine = { key: string; name: string; amountFcfa: Fcfa }

export type FiscalDocument = {
  kind: FiscalKind
  /** As our paper is numbered. */
  number: string
  sellerTaxId: string
  buyer: { name: string; taxId: string | null; phone: string | null; email: string | null }
  lines: FiscalLine[]
  totalFcfa: Fcfa
  /** What mobile money paid of it already; the rest is owed. */
  paidFcfa: Fcfa
  /** In hundredths of a percent; null where no tax is charged. */
  vatRate: number | null
  /** Of a credit note: what it takes from, as it was signed, and of how much each of its lines is. */
  original: { stamp: FiscalStamp; lines: FiscalLine[] } | null
}

/** What the device answered. */
export type FiscalStamp = {
  device: 'EMECEF' | 'FNE' | 'PERSON'
  /** What people read: the code of the MECeF, the number of the FNE. */
  code: string
  /** What the QR code says. */
  qr: string
  /** The number of the machine and its counters, as the e-MECeF gives them. */
  nim?: string
  counters?: string
  /** The time on its clock, as it writes it. */
  signedAt?: string
  /** How many stickers the FNE has left. */
  stickersLeft?: number
  /** What it calls the document and its lines, for a credit note. */
  remoteId?: string
  remoteLines?: { key: string; id: string }[]
}

export type FiscalAnswer =
  | { state: 'SIGNED'; stamp: FiscalStamp }
  /** It did nothing, and may do it later. */
  | { state: 'DUE'; fault: string }
  /** It will not sign this: somebody has to mend it. */
  | { state: 'REFUSED'; fault: string }
  /** It may have signed it. */
  | { state: 'UNCERTAIN'; fault: string }

export type FiscalDevice = {
  name: 'EMECEF' | 'FNE'
  /**
   * Has a document signed. `keepPending` is called before the step after which it may be signed. Throws
   * nothing.
   */
  sign: (document: FiscalDocument, keepPending: (ref: string) => Promise<void>) => Promise<FiscalAnswer>
}

/** What the settings say. */
export type FiscalTerms = {
  device: FiscalDevice | null
  /** Whether receipts of customers are signed too. */
  signsReceipts: boolean
}
