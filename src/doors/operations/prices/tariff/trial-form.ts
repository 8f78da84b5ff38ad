import { type ParcelSize, parcelSizes } from '../../../../base/contract/vocabulary.ts'
import { localMoment } from '../../../../base/kernel/local-time.ts'
import type { Point } from '../../../../base/kernel/point.ts'
import { pointInText } from '../../../../base/kernel/position-text.ts'
import type { TrialTrip } from '../../../../domain/pricing/drafting/compare-quote.ts'
import { pointInZone, type ServiceMap } from '../../../../domain/zones/service-map.ts'

export type TrialFault = 'from' | 'to' | 'at'

/** The trip that a form asks to try, or which of its fields say nothing; `at` is empty for now. */
export function readTrial(
  typed: Record<string, string>,
  { map, cityId, timeZone, now }: { map: ServiceMap; cityId: string; timeZone: string; now: Date },
): { trip: TrialTrip } | { faults: TrialFault[] } {
  const zones = map.zonesOf(cityId)
  const place = (position = '', zoneId = ''): Point | undefined => {
    if (position.trim() !== '') return pointInText(position.slice(0, 500))
    const zone = zones.find(({ id }) => id === zoneId)
    return zone && pointInZone(map, zone)
  }
  const pickup = place(typed.fromPoint, typed.fromZone)
  const hasDropoff = Boolean(typed.toPoint?.trim()) || Boolean(typed.toZone)
  const dropoff = place(typed.toPoint, typed.toZone)
  const at = typed.at ? localMoment(typed.at, timeZone) : now
  const faults: TrialFault[] = [
    ...(pickup ? [] : ['from' as const]),
    ...(hasDropoff && !dropoff ? ['to' as const] : []),
    ...(at ? [] : ['at' as const]),
  ]
  if (!pickup || !at || faults.length > 0) return { faults }
  return {
    trip: {
      pickup,
      dropoff,
      parcelSize: sizeOf(typed.size),
      fragile: typed.fragile === 'on',
      at,
      switchedOn: { raining: typed.rain === 'on', highDemand: typed.demand === 'on' },
      shopDiscountPercent: 0,
    },
  }
}

const sizeOf = (text: string | undefined): ParcelSize => parcelSizes.find((size) => size === text) ?? 'SMALL'
