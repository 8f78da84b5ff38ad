import type { Point } from '../kernel/point.ts'

type LatLng = [lat: number, lng: number]

/** Where map tiles come from: `url` contains {z}, {x} and {y}. */
export type MapTiles = { url: string; attribution: string }

/** What the script is given about a map that it draws. */
export type PlaceMap = {
  /** The address of the map library. */
  library: string
  tiles: MapTiles | null
  /** Where the outline of the city is read when there are no tiles. */
  outline: string | null
  city: { center: LatLng; radiusMeters: number } | null
  dropoff: { at: LatLng; label: string } | null
  courier: { at: LatLng | null; label: string } | null
  /** Further places; one that is touched chooses the field of that id. */
  others?: readonly { at: LatLng; label: string; kind: 'pin' | 'courier'; field?: string }[]
}

/** What maps of all cities are drawn with. */
export type MapSource = Pick<PlaceMap, 'library' | 'tiles'> & { outline: string }

/** A place as map libraries take it. */
export const latLng = ({ lat, lng }: Point): LatLng => [lat, lng]

/** A map of a city alone, to choose a place on; of the whole Earth where none is known. */
export const cityMap = (
  city: { center: Point; serviceRadiusMeters: number } | undefined,
  source: MapSource,
): PlaceMap => ({
  ...source,
  outline: source.tiles || !city ? null : source.outline,
  city: city ? { center: latLng(city.center), radiusMeters: city.serviceRadiusMeters } : null,
  dropoff: null,
  courier: null,
})
