import type { Generated } from 'kysely'
import type {
  Currency,
  FeeBearer,
  RefusalReason,
  TransferKind,
  TransferState,
} from '../../../contract/vocabulary.ts'

declare module '../../../base/database/tables.ts' {
  interface Tables {
    money_transfers: {
      id: string
      kind: TransferKind
      shop_id: string | null
      courier_id: string | null
      delivery_id: string | null
      payment_request_id: string | null
      reference: string
      currency: Currency
      amount_fcfa: number
      netted_fcfa: Generated<number>
      phone: string | null
      provider: string
      provider_ref: Generated<string | null>
      fee_fcfa: Generated<number>
      fee_by: Generated<FeeBearer>
      state: Generated<TransferState>
      reason: Generated<RefusalReason | null>
      note: Generated<string | null>
      due_at: Date | null
      retry_at: Generated<Date | null>
      still_refused_at: Generated<Date | null>
      attempts: Generated<number>
      lease_owner: Generated<string | null>
      created_at: WrittenOnce
      ended_at: Generated<Date | null>
    }
    payout_runs: {
      name: 'SHOPS_DAILY' | 'SHOPS_WEEKLY' | 'COURIERS'
      made_until: Date
    }
  }
}
