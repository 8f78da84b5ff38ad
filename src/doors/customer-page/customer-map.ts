import type { Point } from '../../base/kernel/point.ts'
import { cityMap, latLng, type MapSource, type PlaceMap } from '../../base/pages/place-map.ts'
import type { CustomerView } from './customer-view.ts'

/** A map of one place. */
export const placeMap = (
  { city }: Pick<CustomerView, 'city'>,
  source: MapSource,
  place: Point,
): PlaceMap => ({
  ...cityMap(city, source),
  dropoff: { at: latLng(place), label: '' },
})

/** A map on which to see the courier come; `here` names the customer's own place. */
export const courierMap = (
  { city, dropoff, courier }: Pick<CustomerView, 'city' | 'dropoff' | 'courier'>,
  source: MapSource,
  here: string,
  position: Point,
): PlaceMap => ({
  ...cityMap(city, source),
  dropoff: dropoff && { at: latLng(dropoff), label: here },
  courier: { at: latLng(position), label: courier?.firstName ?? '' },
})
