import type { Point } from '../../base/kernel/point.ts'
import { isDoor, type PositionPrecision } from '../../domain/deliveries/order/position-precision.ts'
import { cityMap, latLng, type MapSource, type PlaceMap } from '../../pages/place-map.ts'
import type { PageFrame } from './customer-page.ts'
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

/** A map on which to see the courier come, with the customer's own place named. */
export const courierMap = (
  { city, dropoff, courier }: Pick<CustomerView, 'city' | 'dropoff' | 'courier'>,
  source: MapSource,
  t: PageFrame['t'],
  position: Point,
): PlaceMap => ({
  ...cityMap(city, source),
  dropoff: dropoff && {
    at: latLng(dropoff),
    label: dropoff.isRough ? t('Your area') : t('You'),
    ...(dropoff.isRough && { roughMeters: dropoff.accuracyMeters ?? 0 }),
  },
  courier: { at: latLng(position), label: courier?.firstName ?? '' },
})
