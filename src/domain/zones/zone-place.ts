import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import type { PlaceFault } from '../../contract/door-errors.ts'
import { worded } from '../../contract/error-words.ts'
import { type FrancCountry, francCountries } from './franc-countries.ts'
import type { ZoneDraft } from './zone-file.ts'
import { boundsOf } from './zone-shape.ts'

/**
 * How far beyond its city's radius a zone may reach, and how far from the middle of a new city, in metres.
 */
const maxBeyondRadiusMeters = 100_000
const maxNewCityRadiusMeters = 150_000

/** What is said of a zone far from its city: whether it is near once its coordinates are swapped. */
const farMessages = {
  FAR: 'It reaches {kilometers} km from the middle of {city}: is it a zone of {city}?',
  SWAPPED:
    'It reaches {kilometers} km from the middle of {city}: longitude and latitude look swapped. GeoJSON wants longitude first.',
} as const

/** The zones that do not lie where their city does; each fault names its zone. */
export function zonesFarFromCity(
  drafts: readonly ZoneDraft[],
  city: { name: string; center: Point; serviceRadiusMeters: number },
): PlaceFault[] {
  const reachMeters = city.serviceRadiusMeters + maxBeyondRadiusMeters
  const isFar = (corners: Point[]) =>
    corners.some((corner) => distanceMeters(city.center, corner) > reachMeters)
  return drafts.flatMap((draft) => {
    const corners = cornersOf(draft)
    if (!isFar(corners)) return []
    const kilometers = Math.round(
      Math.max(...corners.map((corner) => distanceMeters(city.center, corner))) / 1000,
    )
    const message = farMessages[isFar(corners.map(swapped)) ? 'FAR' : 'SWAPPED']
    return [{ zone: draft.name, ...worded((t) => t(message, { kilometers, city: city.name })) }]
  })
}

/**
 * Why a city cannot be made from zones: coordinates in its country only when swapped, or too wide an extent.
 */
export function faultOfNewCity(
  drafts: readonly ZoneDraft[],
  circle: { center: Point; serviceRadiusMeters: number },
  country: FrancCountry,
): PlaceFault | undefined {
  if (circle.serviceRadiusMeters > maxNewCityRadiusMeters) {
    const kilometers = Math.round(circle.serviceRadiusMeters / 1000)
    return {
      zone: null,
      ...worded((t) =>
        t('The zones lie as far as {kilometers} km from their middle: that is no city.', { kilometers }),
      ),
    }
  }
  const corners = drafts.flatMap(cornersOf)
  const liesIn = (points: Point[]) => points.every((point) => isInCountry(point, country))
  if (liesIn(corners) || !liesIn(corners.map(swapped))) return undefined
  return {
    zone: null,
    ...worded((t) =>
      t(
        'The zones are not in {country}: longitude and latitude look swapped. GeoJSON wants longitude first.',
        { country },
      ),
    ),
  }
}

/**
 * The circle a new city is given: the middle of its zones' extent, and how far the corners are, in hundreds
 * of metres.
 */
export function circleAround(drafts: readonly ZoneDraft[]): { center: Point; serviceRadiusMeters: number } {
  const boxes = drafts.map(({ shape }) => boundsOf(shape))
  const west = Math.min(...boxes.map(([edge]) => edge))
  const south = Math.min(...boxes.map(([, edge]) => edge))
  const east = Math.max(...boxes.map(([, , edge]) => edge))
  const north = Math.max(...boxes.map(([, , , edge]) => edge))
  const center = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const reach = distanceMeters(center, { lat: south, lng: west })
  return { center, serviceRadiusMeters: Math.ceil(reach / 100) * 100 }
}

function cornersOf({ shape }: ZoneDraft): Point[] {
  const [west, south, east, north] = boundsOf(shape)
  return [
    { lat: south, lng: west },
    { lat: north, lng: east },
    { lat: south, lng: east },
    { lat: north, lng: west },
  ]
}

const swapped = ({ lat, lng }: Point): Point => ({ lat: lng, lng: lat })

function isInCountry({ lat, lng }: Point, country: FrancCountry): boolean {
  const [west, south, east, north] = francCountries[country].extent
  return lng >= west && lng <= east && lat >= south && lat <= north
}
