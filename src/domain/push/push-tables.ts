import type { Generated } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    offer_pushes: {
      shop_id: string
      delivery_id: string
      subscription_id: string
      expires_at: Date
      due_at: Date
      attempts: Generated<number>
      lease_owner: Generated<string | null>
      notice: Generated<'GIVEN' | 'TAKEN' | 'AGAIN' | null>
    }
  }
}
