import type { Generated } from 'kysely'

declare module '../../base/database/tables.ts' {
  interface Tables {
    arrivals: {
      shop_id: string
      delivery_id: string
      city_id: string
      due_at: Date | null
      leg: Generated<'PICKUP' | 'DROPOFF' | null>
      estimated_at: Generated<Date | null>
      earliest_at: Generated<Date | null>
      latest_at: Generated<Date | null>
      announced_at: Generated<Date | null>
      announced_earliest_at: Generated<Date | null>
      announced_latest_at: Generated<Date | null>
      is_by_routing_server: Generated<boolean | null>
      nearby_at: Generated<Date | null>
      /** When the door came next, of a parcel that is on a tour. */
      next_at: Generated<Date | null>
      picked_up_at: Date | null
      handed_over_at: Generated<Date | null>
      stopped_at: Generated<Date | null>
      trip_hour: Generated<number | null>
      distance_meters: Generated<number | null>
      trip_seconds: Generated<number | null>
    }
    trip_paces: {
      city_id: string
      hour: number
      seconds_per_km: number
      trips: number
      learnt_at: Date
    }
  }
}
