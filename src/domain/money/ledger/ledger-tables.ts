import type { Generated } from 'kysely'
import type { Currency } from '../../../contract/vocabulary.ts'

declare module '../../../base/database/tables.ts' {
  interface Tables {
    ledger_accounts: {
      id: string
      kind: string
      owner: string
      currency: Currency
      /** Read as text by one driver and as a number by the other: stores cast it. */
      balance_fcfa: Generated<unknown>
    }
    ledger_postings: {
      id: string
      cause: string
      kind: string
      currency: Currency
      shop_id: string | null
      delivery_id: string | null
      booked_at: WrittenOnce
      note: string | null
      vat_rate: number | null
    }
    ledger_entries: {
      account_id: string
      posting_id: string
      amount_fcfa: unknown
    }
    ledger_closed_months: {
      /** Read as text or as a date by the drivers: stores cast it. */
      first_day: unknown
      closed_at: WrittenOnce
      closed_by: string
      /** When the next month begins. */
      open_since: WrittenOnce
    }
    ledger_beginning: {
      is_current: Generated<boolean>
      began_at: WrittenOnce
    }
  }
}
