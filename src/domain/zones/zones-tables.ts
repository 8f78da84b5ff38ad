import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Currency } from '../../contract/vocabulary.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    cities: {
      id: string
      name: string
      country: string
      lat: number
      lng: number
      service_radius_meters: number
      time_zone: string
      currency: Currency
      raining_since: Date | null
      high_demand_since: Date | null
      raining_until: Date | null
      high_demand_until: Date | null
      opening_hours: ColumnType<object | null, string | null | undefined, string | null>
      special_days: ColumnType<unknown, string | undefined, string>
      refuses_when_closed_since: Date | null
      tour_later_minutes: number | null
      tour_ride_minutes: number | null
      created_at: WrittenOnce
    }
    zones: {
      id: string
      city_id: string
      name: string
      shape: JSONColumnType<number[][][][]>
      area_square_meters: number
      center_lat: number
      center_lng: number
      priority: Generated<number>
      retired_at: Date | null
      created_at: WrittenOnce
    }
    zone_proposals: {
      id: string
      city_id: string
      change: JSONColumnType<object>
      moved_square_meters: JSONColumnType<Record<string, number>>
      notes: JSONColumnType<string[]>
      overlapping: JSONColumnType<object[] | null, string | null, never>
      seen: string
      made_by: string
      created_at: WrittenOnce
    }
  }
}
