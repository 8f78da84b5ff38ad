import type { Generated } from 'kysely'
import type { Currency } from '../../../contract/vocabulary.ts'

declare module '../../../base/database/tables.ts' {
  interface Tables {
    credit_notes: {
      id: string
      year: number
      serial: number
      invoice_id: string
      issued_at: WrittenOnce
      issued_on: unknown
      seller: unknown
      buyer: unknown
      lines: unknown
      total_fcfa: unknown
      vat_fcfa: unknown
      reason: string
    }
    journal_accounts: {
      kind: string
      owner: string
      account: string
    }
    invoices: {
      id: string
      year: number
      serial: number
      shop_id: string
      month: string
      currency: Currency
      issued_at: WrittenOnce
      /** Read as text or as a date by the drivers: stores cast it. */
      issued_on: unknown
      seller: unknown
      buyer: unknown
      lines: unknown
      total_fcfa: unknown
      retained_fcfa: unknown
      vat_rate: number | null
      vat_fcfa: unknown
    }
    provider_statements: {
      id: string
      provider: string
      currency: Currency
      file_sha256: string
      file_rows: number
      first_at: WrittenOnce
      last_at: WrittenOnce
      closing_fcfa: unknown
      imported_at: WrittenOnce
      imported_by: string
      confirmed_at: Generated<Date | null>
    }
    provider_statement_rows: {
      id: string
      statement_id: string
      provider: string
      currency: Currency
      row_key: string
      occurred_at: WrittenOnce
      reference: string
      other_reference: Generated<string>
      is_incoming: boolean
      amount_fcfa: unknown
      fee_fcfa: unknown
      is_set_aside: Generated<boolean>
    }
    settled_differences: {
      subject: string
      number: number
      provider: string
      currency: Currency
      amount_fcfa: unknown
      cause: string
      occurred_at: WrittenOnce
    }
    settled_statement_rows: {
      row_id: string
      subject: string
      number: number
    }
    provider_statement_overlaps: {
      statement_id: string
      earlier_id: string
    }
  }
}
