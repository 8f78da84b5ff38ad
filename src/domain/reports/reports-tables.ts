import type { Generated, JSONColumnType } from 'kysely'
import type { Counted, Measure } from './counted-delivery.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    report_sums: {
      measure: Measure
      is_month: boolean
      /** Read as text or as a date by the drivers: stores cast it. */
      day: unknown
      /** Empty where no city is known any more. */
      city_id: string
      part: string
      bucket: number
      value: unknown
    }
    /** Written by triggers alone, from the days of `report_sums`. */
    report_spans: {
      measure: Measure
      length: 'TEN_DAYS' | 'QUARTER'
      /** Their first, as `day` of `report_sums`. */
      day: unknown
      city_id: string
      part: string
      bucket: number
      value: unknown
    }
    report_deliveries: {
      shop_id: string
      delivery_id: string
      counted: JSONColumnType<Counted[]>
    }
    report_bookings: {
      shop_id: string
      delivery_id: string
      number: Generated<unknown>
      due_at: Date
    }
    report_backlog: {
      is_current: Generated<boolean>
      after_shop_id: string
      after_delivery_id: string
    }
  }
}
