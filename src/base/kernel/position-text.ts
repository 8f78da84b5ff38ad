import type { Point } from './point.ts'

/** No link that a map shares is longer. */
const maxTextLength = 2_000

/**
 * How maps write a place into the links they share, the most reliable form first. They expect single spaces
 * (`plainText`): they match untrusted text, and adjacent repetitions of blanks would backtrack exponentially.
 */
const forms = [
  // The place itself, if a link also names the middle of the screen.
  /!3d(-?\d{1,3}\.\d+)!4d(-?\d{1,3}\.\d+)/,
  /[?&]mlat=(-?\d{1,3}\.\d+)&mlon=(-?\d{1,3}\.\d+)/,
  /[?&](?:q|query|ll|destination)=(?:loc:)?(-?\d{1,3}\.\d+), ?\+?(-?\d{1,3}\.\d+)/,
  /#map=\d+\/(-?\d{1,3}\.\d+)\/(-?\d{1,3}\.\d+)/,
  // Typed alone: a decimal comma is what French keyboards write.
  /^\(? ?(-?\d{1,3}(?:[.,]\d+)?) ?°?(?: ?[,;] ?| )(-?\d{1,3}(?:[.,]\d+)?) ?°? ?\)?$/,
  // Within a message or another address.
  /(-?\d{1,3}\.\d{3,}) ?[,; ] ?(-?\d{1,3}\.\d{3,})/,
]

const degrees =
  /(\d{1,3})° ?(\d{1,2})['’′] ?(\d{1,2}(?:[.,]\d+)?)["”″]? ?([NS])[ ,]{0,3}(\d{1,3})° ?(\d{1,2})['’′] ?(\d{1,2}(?:[.,]\d+)?)["”″]? ?([EWO])/i

/**
 * The place that somebody typed or pasted: `6.3654, 2.4183`, degrees with minutes and seconds, or the link
 * of a map. Undefined when there is none in it, or none on Earth.
 */
export function pointInText(text: string): Point | undefined {
  const plain = plainText(text)
  const point = pointInDegrees(plain) ?? firstMatch(plain)
  return point && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : undefined
}

/** Whether a text is a map's short link: the place is not in it, and only the map's provider could resolve it. */
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

/** The beginning of a text, decoded, with one space wherever there were several. */
const plainText = (text: string): string => decoded(text.slice(0, maxTextLength)).replace(/\s+/g, ' ').trim()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
