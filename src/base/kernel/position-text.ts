import { decode, expand } from 'pluscodes'
import { type LinkRank, positionInLink } from './map-link.ts'
import type { Point } from './point.ts'
import { plainAngleSigns, type WrittenPosition, writtenPosition } from './written-angles.ts'

/** No link that a map shares is longer. */
const maxTextLength = 2_000

/** The digits of Plus Codes; `full` stands alone, `short` needs a place nearby. */
const plusCodes = {
  full: /(?<![A-Z0-9])[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,5}(?![A-Z0-9])/i,
  short: /(?<![A-Z0-9])[2-9CFGHJMPQRVWX]{4}\+[2-9CFGHJMPQRVWX]{2,5}(?![A-Z0-9])/i,
}

const metersInDegree = 111_195

/** The middle of a screen says no more than the neighbourhood. */
const screenMeters = 1_000

/** A place that was read, and whether it is only the middle of the screen that a link shows. */
type ReadPosition = WrittenPosition & { isScreen: boolean }

/**
 * The place that somebody typed or pasted: `6.3654, 2.4183`, degrees with minutes and seconds, a Plus Code, a
 * `geo:` address or the link of a map. Of several that a link holds, its pin comes first, then where a way
 * ends, then what was searched for; the middle of its screen only where there is nothing else (decision 302).
 * A short Plus Code is read as the place nearest to `near`. Undefined when there is none in it, or none on
 * Earth.
 */
export function positionInText(text: string, near?: Point): ReadPosition | undefined {
  const { links, rest } = divided(text.slice(0, maxTextLength))
  const linked = links.map(positionInLink).filter((position) => position !== undefined)
  const inLink = (ranks: readonly LinkRank[]) => linked.find(({ rank }) => ranks.includes(rank))
  const found =
    inLink(['PIN', 'DESTINATION', 'QUERY']) ??
    written(rest) ??
    positionInCode([rest, ...links].map(decodedOnce).join(' '), near) ??
    inLink(['OTHER'])
  if (found) return { point: found.point, accuracyMeters: found.accuracyMeters, isScreen: false }
  const screen = inLink(['VIEWPORT'])
  return screen && { point: screen.point, accuracyMeters: screenMeters, isScreen: true }
}

/** The same, without the middle of a screen, for whoever takes no place that is approximate. */
export function pointInText(text: string, near?: Point): Point | undefined {
  const read = positionInText(text, near)
  return read?.isScreen === false ? read.point : undefined
}

/**
 * Why `pointInText` reads no place in a text: it is a map's short link, whose place only the provider of the
 * map knows, or another link, or it holds the middle of a screen alone.
 */
type UnreadPosition = 'SHORT_LINK' | 'SCREEN' | 'LINK' | 'TEXT'

export function unreadPosition(text: string, near?: Point): UnreadPosition {
  if (positionInText(text, near)?.isScreen) return 'SCREEN'
  if (shortMapLink.test(text)) return 'SHORT_LINK'
  return divided(text.slice(0, maxTextLength)).links.length > 0 ? 'LINK' : 'TEXT'
}

const shortMapLink =
  /\b(?:maps\.app\.goo\.gl|goo\.gl\/maps|g\.co\/kgs|waze\.com\/ul\/h|maps\.apple\/p|osm\.org\/go|openstreetmap\.org\/go|omaps\.app|ge0\.me|yandex\.[a-z]{2,3}\/maps\/-|bing\.com\/maps\/s|her\.is|w3w\.co|what3words\.com)\b/i

/** The links in a text, each whole, and what else stands in it. */
function divided(text: string): { links: string[]; rest: string } {
  const links: string[] = []
  const rest: string[] = []
  let isOpen = false
  for (const word of text.split(/\s/)) {
    const bare = word.replace(/^[("'<]/, '')
    // A link that was copied with its blanks goes on: `?q=6.3654, 2.4183`.
    if (isOpen && /^[-+\d]/.test(bare)) links.push(`${links.pop() ?? ''}${bare}`)
    else if (isLink(bare)) links.push(bare)
    else rest.push(word)
    isOpen = (isOpen || isLink(bare)) && bare.endsWith(',')
  }
  return { links, rest: rest.join(' ') }
}

/** With its scheme, or with the name of a server and something behind it. */
const isLink = (word: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|geo:)/i.test(word) ||
  /^(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}[/?]/i.test(word)

/** What people wrote beside links: all of it, or within a message. */
function written(text: string): WrittenPosition | undefined {
  const plain = plainAngleSigns(decodedOnce(text))
  const rules = { hasDecimalCommas: true } as const
  return (
    writtenPosition(plain, { ...rules, scope: 'ALONE' }) ??
    writtenPosition(plain, { ...rules, scope: 'WITHIN' })
  )
}

function decodedOnce(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function positionInCode(text: string, near?: Point): WrittenPosition | undefined {
  const code = plusCodes.full.exec(text)?.[0].toUpperCase() ?? fullCode(plusCodes.short.exec(text)?.[0], near)
  const place = code === undefined ? null : decode(code)
  if (!place || place.latitude > 90 || place.longitude > 180) return undefined
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
