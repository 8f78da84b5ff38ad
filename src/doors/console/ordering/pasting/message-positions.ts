import type { Point } from '../../../../base/kernel/point.ts'
import { claim, type Found, type Message, type Span, spanOf } from '../words/message-tokens.ts'

/** Reads a position that somebody typed or pasted; undefined when there is none in the text. */
export type PointInText = (text: string) => Point | undefined

const links =
  /(?:https?:\/\/|geo:)\S+|\b(?:maps\.app\.goo\.gl|goo\.gl|(?:www\.|maps\.)?google\.com|wa\.me|(?:www\.)?waze\.com|maps\.apple(?:\.com)?|osmand\.net|(?:www\.)?openstreetmap\.org|osm\.org)\/\S+/gi
const plusCodes = /(?<![A-Z0-9])(?:[2-9CFGHJMPQRVWX]{4}){1,2}\+[2-9CFGHJMPQRVWX]{2,5}(?![A-Z0-9])/gi
const coordinates = /-?\d{1,3}\.\d{3,12} ?[,; ] ?-?\d{1,3}\.\d{3,12}/g
/** With the letters of the compass in front or behind: `N 6.3654 E 2.4183`, `6.3654° N, 2.4183° E`. */
const lettersBefore = /(?<!\p{L})[NS] ?\d{1,3}\.\d{3,12}°?[ ,]{0,3}[EWO] ?\d{1,3}\.\d{3,12}/giu
const lettersBehind = /\d{1,3}\.\d{3,12}°? ?[NS][ ,]{0,3}\d{1,3}\.\d{3,12}°? ?[EWO](?!\p{L})/giu
/** Named: `Latitude : 6.3654, longitude : 2.4183`. */
const named =
  /(?<!\p{L})lat(?:itude)? ?[:=]? ?-?\d{1,3}\.\d{3,12} ?[,;]? ?(?:lon|lng|long|longitude) ?[:=]? ?-?\d{1,3}\.\d{3,12}/giu
/** The positions in a message, and the links in which none was read: short links of maps, for instance. */
export function readPositions(
  message: Message,
  pointInText: PointInText,
): { positions: Found<Point>[]; unreadLinks: Found<string>[] } {
  const positions: Found<Point>[] = []
  const unreadLinks: Found<string>[] = []
  for (const span of matches(message.text, links)) {
    const link = message.text.slice(span.start, span.end)
    const value = pointInText(link)
    if (value) positions.push({ ...span, value })
    else unreadLinks.push({ ...span, value: link })
    claimWithin(message, span, value ? 'POSITION' : 'LINK')
  }
  for (const span of [
    ...matches(message.text, lettersBefore),
    ...matches(message.text, lettersBehind),
    ...matches(message.text, named),
    ...matches(message.text, coordinates),
    ...degrees(message),
    ...matches(message.text, plusCodes),
  ]) {
    const isTaken = [...positions, ...unreadLinks].some((one) => span.start < one.end && one.start < span.end)
    const value = isTaken ? undefined : pointInText(message.text.slice(span.start, span.end))
    if (!value) continue
    positions.push({ ...span, value })
    claimWithin(message, span, 'POSITION')
  }
  return { positions, unreadLinks }
}

/** From the digits before a degree sign to the second letter of the compass: `6°21'55.4"N 2°25'05.9"E`. */
function degrees(message: Message): Span[] {
  const { tokens } = message
  const spans: Span[] = []
  tokens.forEach(({ text }, at) => {
    if (
      text !== '°' ||
      tokens[at - 1]?.kind !== 'DIGITS' ||
      (spans.at(-1)?.end ?? 0) > (tokens[at]?.start ?? 0)
    )
      return
    const letters = tokens
      .slice(at, at + 20)
      .flatMap((each, offset) => (/^[nsewo]$/.test(each.folded) ? [at + offset] : []))
    if (letters[1] !== undefined) spans.push(spanOf(message, [at - 1, letters[1] + 1]))
  })
  return spans
}

const matches = (text: string, form: RegExp): Span[] =>
  [...text.matchAll(form)].map((match) => ({ start: match.index, end: match.index + match[0].length }))

function claimWithin(message: Message, { start, end }: Span, what: 'POSITION' | 'LINK'): void {
  message.tokens.forEach((token, at) => {
    if (token.end > start && token.start < end) claim(message, [at, at + 1], what)
  })
}
