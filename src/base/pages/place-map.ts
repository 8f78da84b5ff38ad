import type { Point } from '../kernel/point.ts'

type LatLng = [lat: number, lng: number]

/** Where map tiles come from: `url` contains {z}, {x} and {y}. */
export type MapTiles = { url: string; attribution: string }

/** Where the drawings of cities are served; the id of a city and the hash of its drawing follow. */
export const drawingsPath = '/map/drawings'

/** What the script is given about a map that it draws. */
export type PlaceMap = {
  /** The address of the map library. */
  library: string
  tiles: MapTiles | null
  /** Where the outline of the city is read when there are no tiles. */
  outline: string | null
  /** The first view shows the bounds, or a city without zones by its radius. */
  city: { center: LatLng; radiusMeters: number; bounds?: [southWest: LatLng, northEast: LatLng] } | null
  dropoff: { at: LatLng; label: string } | null
  courier: { at: LatLng | null; label: string } | null
  /** Further places; one that is touched chooses the field of that id. */
  others?: readonly { at: LatLng; label: string; kind: 'pin' | 'courier'; field?: string }[]
}

/** What maps of all cities are drawn with. */
export type MapSource = Pick<PlaceMap, 'library' | 'tiles'> & { outline: string }

/** A place as map libraries take it. */
export const latLng = ({ lat, lng }: Point): LatLng => [lat, lng]

type DrawnCity = {
  center: Point
  serviceRadiusMeters: number
  zonesExtent?: readonly [west: number, south: number, east: number, north: number]
}

/** A map of a city alone, to choose a place on; of the whole Earth where none is known. */
export const cityMap = (city: DrawnCity | undefined, source: MapSource): PlaceMap => ({
  ...source,
  outline: source.tiles || !city ? null : source.outline,
  city: city ? cityOf(city) : null,
  dropoff: null,
  courier: null,
})

function cityOf({ center, serviceRadiusMeters, zonesExtent }: DrawnCity): PlaceMap['city'] {
  const circle = { center: latLng(center), radiusMeters: serviceRadiusMeters }
  if (!zonesExtent) return circle
  const [west, south, east, north] = zonesExtent.map((degrees) => Number(degrees.toFixed(4)))
  return {
    ...circle,
    bounds: [
      [south, west],
      [north, east],
    ] as [LatLng, LatLng],
  }
}
