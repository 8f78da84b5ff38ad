import type { Point } from '../../base/kernel/point.ts'

/** No address that a map shares is longer. */
const longestText = 2_000

const decimal = String.raw`(-?\d{1,3}\.\d+)`
const loose = String.raw`(-?\d{1,3}(?:[.,]\d+)?)`
const angle = String.raw`(\d{1,3})°\s*(\d{1,2})['’′]\s*(\d{1,2}(?:[.,]\d+)?)["”″]?\s*`

/** How maps write a place into what they share, the surest form first. */
const forms = [
  // The place itself, where a link also names the middle of the screen.
  new RegExp(`!3d${decimal}!4d${decimal}`),
  new RegExp(`[?&]mlat=${decimal}&mlon=${decimal}`),
  new RegExp(`[?&](?:q|query|ll|destination)=(?:loc:)?${decimal},\\s*\\+?${decimal}`),
  new RegExp(`#map=\\d+/${decimal}/${decimal}`),
  // Typed alone: a decimal comma is what French keyboards write.
  new RegExp(`^\\(?\\s*${loose}\\s*°?(?:\\s*[,;]\\s*|\\s+)${loose}\\s*°?\\s*\\)?$`),
  // Within a message or another address.
  /(-?\d{1,3}\.\d{3,})\s*[,;\s]\s*(-?\d{1,3}\.\d{3,})/,
]

const degrees = new RegExp(`${angle}([NS])[\\s,]*${angle}([EWO])`, 'i')

/**
 * The place that somebody typed or pasted: `6.3654, 2.4183`, degrees with minutes and seconds, or the link
 * of a map. Undefined when there is none in it, or none on Earth.
 */
export function pointInText(text: string): Point | undefined {
  const plain = decoded(text.slice(0, longestText)).trim()
  const point = pointInDegrees(plain) ?? firstMatch(plain)
  return point && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : undefined
}

/** Whether a text is a map's short link: the place is not in it, and only the map's maker could say. */
export const isShortMapLink = (text: string): boolean =>
  /\b(maps\.app\.goo\.gl|goo\.gl\/maps|g\.co\/kgs|waze\.com\/ul\/h)/i.test(text)

function firstMatch(text: string): Point | undefined {
  for (const form of forms) {
    const [, lat, lng] = form.exec(text) ?? []
    if (lat !== undefined && lng !== undefined) return { lat: numberOf(lat), lng: numberOf(lng) }
  }
  return undefined
}

function pointInDegrees(text: string): Point | undefined {
  const [found, ...parts] = degrees.exec(text) ?? []
  if (found === undefined) return undefined
  const [latDegrees, latMinutes, latSeconds, ns, lngDegrees, lngMinutes, lngSeconds, ew] = parts
  return {
    lat: inDegrees(latDegrees, latMinutes, latSeconds) * (/s/i.test(ns ?? '') ? -1 : 1),
    lng: inDegrees(lngDegrees, lngMinutes, lngSeconds) * (/[wo]/i.test(ew ?? '') ? -1 : 1),
  }
}

const inDegrees = (degrees = '0', minutes = '0', seconds = '0'): number =>
  Number((Number(degrees) + Number(minutes) / 60 + numberOf(seconds) / 3600).toFixed(6))

const numberOf = (text: string): number => Number(text.replace(',', '.'))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
