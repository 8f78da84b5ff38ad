import type { Point } from '../../base/kernel/point.ts'
import { cityMap, latLng, type MapSource, type PlaceMap } from '../../base/pages/place-map.ts'
import { isDoor, type PositionPrecision } from '../../domain/deliveries/position-precision.ts'
import type { CustomerView } from './customer-view.ts'

/** A map of one place. */
export const placeMap = (
  { city }: Pick<CustomerView, 'city'>,
  source: MapSource,
  place: Point & { precision: PositionPrecision },
): PlaceMap => ({
  ...cityMap(city, source),
  dropoff: {
    at: latLng(place),
    label: '',
    ...(!isDoor(place.precision) && { roughMeters: place.precision.accuracyMeters ?? 0 }),
  },
})

/** A map on which to see the courier come; the words name the customer's own place. */
export const courierMap = (
  { city, dropoff, courier }: Pick<CustomerView, 'city' | 'dropoff' | 'courier'>,
  source: MapSource,
  words: { here: string; hereRoughly: string },
  position: Point,
): PlaceMap => ({
  ...cityMap(city, source),
  dropoff: dropoff && {
    at: latLng(dropoff),
    label: dropoff.isRough ? words.hereRoughly : words.here,
    ...(dropoff.isRough && { roughMeters: dropoff.accuracyMeters ?? 0 }),
  },
  courier: { at: latLng(position), label: courier?.firstName ?? '' },
})
