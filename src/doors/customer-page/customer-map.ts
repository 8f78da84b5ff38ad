import type { Point } from '../../base/kernel/point.ts'
import type { City } from '../../domain/zones/service-map.ts'
import type { CustomerView } from './customer-view.ts'

type LatLng = [lat: number, lng: number]

/** Where map tiles come from: `url` contains {z}, {x} and {y}. */
export type MapTiles = { url: string; attribution: string }

/** What the script is given about a map that it draws. */
export type MapAbout = {
  /** The address of the map library. */
  library: string
  tiles: MapTiles | null
  /** Where the outline of the city is read when there are no tiles. */
  outline: string | null
  city: { center: LatLng; radiusMeters: number } | null
  dropoff: { at: LatLng; label: string } | null
  courier: { at: LatLng | null; label: string } | null
}

/** A map to choose a place on. */
export const cityMap = (city: City | undefined, source: MapSource): MapAbout => ({
  ...source,
  outline: source.tiles || !city ? null : source.outline,
  city: city ? { center: latLng(city.center), radiusMeters: city.serviceRadiusMeters } : null,
  dropoff: null,
  courier: null,
})

/** A map of one place. */
export const placeMap = (
  { city }: Pick<CustomerView, 'city'>,
  source: MapSource,
  place: Point,
): MapAbout => ({
  ...cityMap(city, source),
  dropoff: { at: latLng(place), label: '' },
})

/** A map on which to see the courier come; `here` names the customer's own place. */
export const courierMap = (
  { city, dropoff, courier }: Pick<CustomerView, 'city' | 'dropoff' | 'courier'>,
  source: MapSource,
  here: string,
  position: Point | null,
): MapAbout => ({
  ...cityMap(city, source),
  dropoff: dropoff && { at: latLng(dropoff), label: here },
  courier: { at: position && latLng(position), label: courier?.firstName ?? '' },
})

export type MapSource = Pick<MapAbout, 'library' | 'tiles'> & { outline: string }

export const latLng = ({ lat, lng }: Point): LatLng => [lat, lng]
