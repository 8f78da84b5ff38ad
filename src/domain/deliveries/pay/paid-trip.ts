import { wallClock } from '../../../base/kernel/local-time.ts'
import type { ServiceMap } from '../../zones/service-map.ts'
import type { PaidTrip } from './courier-pay.ts'

/** Where a trip goes, as far as pay depends on it; the drop-off is null while it is unknown. */
export type TripEnds = {
  city_id: string
  pickup_lat: number
  pickup_lng: number
  dropoff_lat: number | null
  dropoff_lng: number | null
}

/** What bonuses depend on for a trip that is promised at `at`. */
export function paidTrip(map: ServiceMap, trip: TripEnds, at: Date): PaidTrip {
  const ends = [
    { lat: trip.pickup_lat, lng: trip.pickup_lng },
    ...(trip.dropoff_lat !== null && trip.dropoff_lng !== null
      ? [{ lat: trip.dropoff_lat, lng: trip.dropoff_lng }]
      : []),
  ]
  const timeZone = map.city(trip.city_id)?.timeZone ?? 'UTC'
  return {
    localTime: wallClock(at, timeZone).toISOString().slice(11, 16),
    zoneIds: ends.flatMap((end) => map.locate(end)?.zone?.id ?? []),
  }
}
