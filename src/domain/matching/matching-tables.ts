import type { Generated } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    courier_searches: {
      shop_id: string
      delivery_id: string
      round: Generated<number>
      due_at: Date
    }
    courier_offers: {
      shop_id: string
      delivery_id: string
      courier_id: string
      round: number
      pay_fcfa: number
      distance_meters: number
      offered_at: Date
      expires_at: Date
      declined_at: Date | null
      trip_version: Generated<number>
      kept_since: Generated<Date | null>
      bonus_fcfa: Generated<number>
    }
  }
}
