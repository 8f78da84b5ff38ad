import type { Clock } from '../../base/kernel/clock.ts'
import { wallClock } from '../../base/kernel/local-time.ts'
import type { EventType } from '../../contract/vocabulary.ts'
import type { EventConsumer } from '../../events/consume-events.ts'
import { dropoffPrecision, isDoor } from '../deliveries/order/position-precision.ts'
import type { Pricing } from '../pricing/price-trip.ts'
import { estimatedRoadMeters } from '../pricing/trip-distance.ts'
import {
  beginArrivals,
  endArrival,
  type HandedOver,
  hurryArrivals,
  listHandedOver,
  type Trip,
} from './arrival-store.ts'
import { paceOf } from './trip-pace.ts'

const types = [
  'delivery.courier_assigned',
  'delivery.picked_up',
  'delivery.delivered',
  'delivery.failed',
  'delivery.returned',
  'delivery.cancelled',
] as const satisfies EventType[]

/** After these a courier who has other parcels goes on to the next. */
const ends: readonly string[] = types.slice(2)

/**
 * The event consumer of arrivals: begins to estimate when a courier comes, and keeps what the trip took once
 * it is over.
 */
export const followArrivals = ({
  clock,
  pricing,
}: {
  clock: Clock
  pricing: Pick<Pricing, 'map'>
}): EventConsumer => ({
  name: 'arrivals',
  types,
  consume: async (trx, events) => {
    const now = clock.now()
    await beginArrivals(trx, events, now)
    if (events.some(({ type }) => ends.includes(type))) await hurryArrivals(trx, events, now)
    if (!events.some(({ type }) => type === 'delivery.delivered')) return
    const handedOver = await listHandedOver(trx, events)
    const map = pricing.map.current()
    for (const trip of handedOver)
      await endArrival(trx, tripOf(trip, map.city(trip.cityId)?.timeZone ?? 'UTC'))
  },
})

function tripOf(trip: HandedOver, timeZone: string): Trip {
  const { shopId, id, handedOverAt, pickedUpAt, pickupLat, pickupLng, dropoffLat, dropoffLng } = trip
  const hour = wallClock(pickedUpAt, timeZone).getUTCHours()
  const over = { shopId, id, handedOverAt, hour }
  // How far a courier really went is not known who looked for the door, had other stops, or set out again.
  const isStraight = !trip.hasStopBetween && !trip.beganElsewhere && isDoor(dropoffPrecision(trip))
  if (!isStraight || dropoffLat === null || dropoffLng === null)
    return { ...over, meters: null, seconds: null }
  const pickup = { lat: pickupLat, lng: pickupLng }
  const meters = Math.round(estimatedRoadMeters(pickup, { lat: dropoffLat, lng: dropoffLng }))
  const seconds = Math.round((handedOverAt.getTime() - pickedUpAt.getTime()) / 1_000)
  const isLearntFrom = paceOf({ meters, seconds }) !== null
  return { ...over, meters: isLearntFrom ? meters : null, seconds: isLearntFrom ? seconds : null }
}
