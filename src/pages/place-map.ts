import type { Point } from '../base/kernel/point.ts'

type LatLng = [lat: number, lng: number]

/** Where map tiles come from: `url` contains {z}, {x} and {y}. */
export type MapTiles = { url: string; attribution: string }

/** Where the drawings of cities are served; the id of a city and the hash of its drawing follow. */
export const drawingsPath = '/map/drawings'

/** The map of a city on our own server, as `map-streets.js` takes it. */
export type MapStreets = {
  /** The address of that script, which comes after the map. */
  script: string
  /** The address of the drawing, and whom it names. */
  drawing: { url: string; attribution: string } | null
  /** Where landmarks are searched: what is typed follows. */
  search: string | null
  /** Streets in shapes, which come when somebody asks for them. */
  vector: { library: string; url: string; maxZoom: number; attribution: string } | null
}

/** Streets of an archive: pictures are tiles like others, shapes are drawn by a library. */
export type StreetSource = { kind: 'RASTER' | 'VECTOR'; url: string; maxZoom: number; attribution: string }

/** What the script is given about a map that it draws. */
export type PlaceMap = {
  /** The address of the map library. */
  library: string
  tiles: MapTiles | null
  /** Where the outline of the city is read when there are no tiles, or they do not come. */
  outline: string | null
  /** What is drawn and found of the city besides; null when there is nothing. */
  streets: MapStreets | null
  /** The first view shows the bounds, or a city without zones by its radius. */
  city: { center: LatLng; radiusMeters: number; bounds?: [southWest: LatLng, northEast: LatLng] } | null
  /** One that is only known to within so many metres is a circle and not a pin. */
  dropoff: { at: LatLng; label: string; roughMeters?: number } | null
  courier: { at: LatLng | null; label: string } | null
  /** Further places; one that is touched chooses the field of that id. */
  others?: readonly { at: LatLng; label: string; kind: 'pin' | 'courier'; field?: string }[]
}

/** What maps of all cities are drawn with. */
export type MapSource = Pick<PlaceMap, 'library' | 'tiles'> & {
  outline: string
  streetsOf: (cityId: string | undefined) => MapStreets | null
}

/** The addresses of what is loaded after the map. */
type StreetAssets = { 'map-streets.js': string; 'protomaps.js': string }

/**
 * What a map has of its city besides zones: its ground, landmarks of an import, and streets of an archive in
 * shapes.
 */
export function streetsOf(
  assets: StreetAssets,
  {
    ground,
    search,
    streets,
  }: {
    ground: { cityId: string; drawingSha256: string; attribution: string; hasLandmarks: boolean } | undefined
    search: string | null
    streets: StreetSource | null
  },
): MapStreets | null {
  const vector = streets?.kind === 'VECTOR' ? streets : undefined
  if (!ground && !vector) return null
  return {
    script: assets['map-streets.js'],
    drawing: ground
      ? {
          url: `${drawingsPath}/${ground.cityId}/${ground.drawingSha256.slice(0, 16)}`,
          attribution: ground.attribution,
        }
      : null,
    search: ground?.hasLandmarks ? search : null,
    vector: vector
      ? {
          library: assets['protomaps.js'],
          url: vector.url,
          maxZoom: vector.maxZoom,
          attribution: vector.attribution,
        }
      : null,
  }
}

/** The origin that pictures of the map come from besides our own. */
export const tilesOrigin = (tiles: MapTiles | null): string | undefined =>
  tiles && URL.canParse(tiles.url) ? new URL(tiles.url).origin : undefined

/** A place as map libraries take it. */
export const latLng = ({ lat, lng }: Point): LatLng => [lat, lng]

type DrawnCity = {
  id?: string
  center: Point
  serviceRadiusMeters: number
  zonesExtent?: readonly [west: number, south: number, east: number, north: number]
}

/** A map of a city alone, to choose a place on; of the whole Earth where none is known. */
export const cityMap = (city: DrawnCity | undefined, { streetsOf, ...source }: MapSource): PlaceMap => ({
  ...source,
  streets: streetsOf(city?.id),
  outline: city ? source.outline : null,
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
