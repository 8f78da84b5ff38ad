import type { Currency } from '../../../contract/vocabulary.ts'

declare module '../../../base/database/tables.ts' {
  interface Tables {
    money_moves: {
      id: string
      from_kind: string
      from_owner: string
      to_kind: string
      to_owner: string
      currency: Currency
      amount_fcfa: number
      fee_fcfa: number
      reference: string
      note: string
      moved_at: WrittenOnce
      noted_at: WrittenOnce
      noted_by: string
    }
    money_counts: {
      id: string
      currency: Currency
      counted_fcfa: number
      booked_fcfa: number
      note: string
      counted_at: WrittenOnce
      counted_by: string
    }
  }
}
