import type { Generated } from 'kysely'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    problem_reports: {
      shop_id: string
      id: string
      delivery_id: string
      number: number
      reason: string
      words: string | null
      delivery_status: DeliveryStatus
      courier_id: string | null
      reported_at: WrittenOnce
      taken_at: Generated<Date | null>
      /** As `actorText` writes an actor. */
      taken_by: Generated<string | null>
      closed_at: Generated<Date | null>
      closed_by: Generated<string | null>
      closing_note: Generated<string | null>
    }
    delivery_ratings: {
      shop_id: string
      delivery_id: string
      courier_id: string | null
      stars: number
      rated_at: Date
      changes: Generated<number>
    }
  }
}
