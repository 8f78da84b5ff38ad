import { decode, expand } from 'pluscodes'
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

/** The digits of Plus Codes; `full` stands alone, `short` needs a place nearby. */
const plusCodes = {
  full: /(?<![A-Z0-9])[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,5}(?![A-Z0-9])/i,
  short: /(?<![A-Z0-9])[2-9CFGHJMPQRVWX]{4}\+[2-9CFGHJMPQRVWX]{2,5}(?![A-Z0-9])/i,
}

/** A position of RFC 5870, with the inaccuracy in metres that it may name. */
const geo = /^geo:(-?\d{1,3}(?:\.\d{1,15})?),(-?\d{1,3}(?:\.\d{1,15})?)(?![\d.])/i
const geoInaccuracy = /;u=(\d{1,6}(?:\.\d{1,6})?)(?:[;?]|$)/i

/** A place as it was written, and how exactly: the last digit that it has is worth so many metres. */
type WrittenPosition = { point: Point; accuracyMeters: number }

const metersInDegree = 111_195

/**
 * The place that somebody typed or pasted: `6.3654, 2.4183`, degrees with minutes and seconds, a Plus Code, a
 * `geo:` address or the link of a map. A short Plus Code is read as the place nearest to `near`. Undefined
 * when there is none in it, or none on Earth.
 */
export function positionInText(text: string, near?: Point): WrittenPosition | undefined {
  const plain = plainText(text)
  const found =
    positionInDegrees(plain) ?? positionInGeo(plain) ?? firstMatch(plain) ?? positionInCode(plain, near)
  return found && Math.abs(found.point.lat) <= 90 && Math.abs(found.point.lng) <= 180 ? found : undefined
}

/** The same, without how exact it is. */
export const pointInText = (text: string, near?: Point): Point | undefined =>
  positionInText(text, near)?.point

/**
 * Whether a text is a map's short link: the place is not in it, and only the map's provider could resolve it.
 */
export const isShortMapLink = (text: string): boolean =>
  /\b(maps\.app\.goo\.gl|goo\.gl\/maps|g\.co\/kgs|waze\.com\/ul\/h)/i.test(text)

function firstMatch(text: string): WrittenPosition | undefined {
  for (const form of forms) {
    const [, lat, lng] = form.exec(text) ?? []
    if (lat !== undefined && lng !== undefined) return written(lat, lng)
  }
  return undefined
}

/** `geo:0,0?q=…` names no place but what it asks for. */
function positionInGeo(text: string): WrittenPosition | undefined {
  const [, lat, lng] = geo.exec(text) ?? []
  if (lat === undefined || lng === undefined || /[?&]q=/i.test(text)) return undefined
  const inaccuracy = geoInaccuracy.exec(text)?.[1]
  const read = written(lat, lng)
  return inaccuracy === undefined ? read : { ...read, accuracyMeters: Math.ceil(Number(inaccuracy)) }
}

function positionInCode(text: string, near?: Point): WrittenPosition | undefined {
  const code = plusCodes.full.exec(text)?.[0].toUpperCase() ?? fullCode(plusCodes.short.exec(text)?.[0], near)
  const place = code === undefined ? null : decode(code)
  if (!place) return undefined
  return {
    point: { lat: place.latitude, lng: place.longitude },
    accuracyMeters: Math.ceil(place.latitudeResolution * metersInDegree),
  }
}

/** The library completes codes of two digits behind the plus sign; what is finer stays as it is. */
function fullCode(short: string | undefined, near: Point | undefined): string | undefined {
  if (short === undefined || near === undefined) return undefined
  const upper = short.toUpperCase()
  const full = expand(upper.slice(0, 7), { latitude: near.lat, longitude: near.lng })
  return full === null ? undefined : `${full}${upper.slice(7)}`
}

const written = (lat: string, lng: string): WrittenPosition => ({
  point: { lat: numberOf(lat), lng: numberOf(lng) },
  accuracyMeters: Math.ceil(metersInDegree / 10 ** Math.min(decimalsOf(lat), decimalsOf(lng))),
})

const decimalsOf = (number: string): number => number.split(/[.,]/)[1]?.length ?? 0

function positionInDegrees(text: string): WrittenPosition | undefined {
  const [found, ...parts] = degrees.exec(text) ?? []
  if (found === undefined) return undefined
  const [latDegrees, latMinutes, latSeconds = '', ns, lngDegrees, lngMinutes, lngSeconds = '', ew] = parts
  const decimals = Math.min(decimalsOf(latSeconds), decimalsOf(lngSeconds))
  return {
    point: {
      lat: inDegrees(latDegrees, latMinutes, latSeconds) * (/s/i.test(ns ?? '') ? -1 : 1),
      lng: inDegrees(lngDegrees, lngMinutes, lngSeconds) * (/[wo]/i.test(ew ?? '') ? -1 : 1),
    },
    accuracyMeters: Math.ceil(metersInDegree / 3600 / 10 ** decimals),
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
