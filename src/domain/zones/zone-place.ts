import { distanceMeters, type Point } from '../../base/kernel/point.ts'
import { type FrancCountry, francCountries } from './franc-countries.ts'
import type { ZoneDraft, ZoneFault } from './zone-file.ts'
import { boundsOf } from './zone-shape.ts'

/** How far beyond its city's radius a zone may reach, and how far from its middle one of a new city may, in metres. */
const farthestBeyondMeters = 100_000
const farthestOfNewMeters = 150_000

/** Longitude and latitude look swapped, or the zones are somebody else's. */
const swappedWording = 'longitude and latitude look swapped. GeoJSON wants longitude first.'

/** The zones that do not lie where their city does; each fault names its zone. */
export function zonesFarFromCity(
  drafts: readonly ZoneDraft[],
  city: { name: string; center: Point; serviceRadiusMeters: number },
): ZoneFault[] {
  const reachMeters = city.serviceRadiusMeters + farthestBeyondMeters
  const isFar = (corners: Point[]) =>
    corners.some((corner) => distanceMeters(city.center, corner) > reachMeters)
  return drafts.flatMap((draft) => {
    const corners = cornersOf(draft)
    if (!isFar(corners)) return []
    const kilometers = Math.round(
      Math.max(...corners.map((corner) => distanceMeters(city.center, corner))) / 1000,
    )
    const advice = isFar(corners.map(swapped)) ? `is it a zone of ${city.name}?` : swappedWording
    return [
      {
        feature: draft.name,
        fault: `It reaches ${kilometers} km from the middle of ${city.name}: ${advice}`,
      },
    ]
  })
}

/** What keeps zones from founding a city: coordinates that lie in its country only when swapped, or too wide an extent. */
export function faultOfNewCity(
  drafts: readonly ZoneDraft[],
  circle: { center: Point; serviceRadiusMeters: number },
  country: FrancCountry,
): string | undefined {
  if (circle.serviceRadiusMeters > farthestOfNewMeters) {
    return `The zones lie as far as ${Math.round(circle.serviceRadiusMeters / 1000)} km from their middle: that is no city.`
  }
  const corners = drafts.flatMap(cornersOf)
  const liesIn = (points: Point[]) => points.every((point) => isInCountry(point, country))
  return !liesIn(corners) && liesIn(corners.map(swapped))
    ? `The zones are not in ${country}: ${swappedWording}`
    : undefined
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
