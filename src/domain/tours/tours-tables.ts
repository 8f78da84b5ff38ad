import type { Generated } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    courier_turns: {
      shop_id: string
      delivery_id: string
      courier_id: string
      pickup_turn: number
      dropoff_turn: number
      return_turn: number | null
      told_until: Generated<Date | null>
    }
  }
}
