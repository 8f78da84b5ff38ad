import { claim, type Found, type Message, type Span } from '../words/message-tokens.ts'
import { splitName } from '../words/person-name.ts'
import { phoneOfSender } from './message-phones.ts'

/** What contact cards say: each phone once, and the name, where all of them are of one person. */
type CardReading = {
  phones: Found<string>[]
  firstName?: Found<string>
  lastName?: Found<string>
}

/** A line of a card: what it holds is a part of the text, encoded perhaps. */
type CardLine = Span & { property: string; terms: string; value: string }

/**
 * Reads the contact cards (vCard 2.1 to 4.0, as phones and WhatsApp share them) in a message. All of their
 * lines are taken: they are written by machines, and no part of one is a name or an amount.
 */
export function readCards(message: Message, country: string): CardReading {
  const cards = cardsIn(message.text)
  for (const span of cards) claimWithin(message, span)
  const lines = cards.map((card) => linesOf(message.text, card))
  const names = lines.flatMap((card) => nameOf(card) ?? [])
  const [name] = names
  const isOne =
    new Set(names.map(({ firstName, lastName }) => `${firstName?.value} ${lastName?.value}`)).size === 1
  return {
    phones: lines.flat().flatMap((line) => phoneOf(line, country) ?? []),
    ...(isOne && name),
  }
}

/** From each BEGIN:VCARD to its END, or to the end of the text. */
function cardsIn(text: string): Span[] {
  const spans: Span[] = []
  for (const { index } of text.matchAll(/BEGIN:VCARD/gi)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue
    const closing = /END:VCARD/i.exec(text.slice(index))
    spans.push({ start: index, end: closing ? index + closing.index + 'END:VCARD'.length : text.length })
  }
  return spans
}

/** The lines of a card, those that were folded put together again. */
function linesOf(text: string, { start, end }: Span): CardLine[] {
  const lines: CardLine[] = []
  let at = start
  for (const line of text.slice(start, end).split('\n')) {
    const last = lines.at(-1)
    const isFolded =
      /^[ \t]/.test(line) || (last?.terms.includes('QUOTED-PRINTABLE') && last.value.endsWith('='))
    if (isFolded && last) {
      const value = `${last.value.replace(/=$/, '')}${line.trim()}`
      lines[lines.length - 1] = { ...last, value, end: at + line.trimEnd().length }
    } else lines.push(...lineAt(line.trimEnd(), at))
    at += line.length + 1
  }
  return lines
}

/** `item1.TEL;type=CELL;waid=22997000001:+229 97 00 00 01`. */
function lineAt(line: string, at: number): CardLine[] {
  const colon = line.indexOf(':')
  if (colon < 0) return []
  const [head = '', ...terms] = line.slice(0, colon).toUpperCase().split(';')
  const value = line.slice(colon + 1)
  const property = head.slice(head.lastIndexOf('.') + 1).trim()
  return [{ property, terms: terms.join(';'), value, start: at + colon + 1, end: at + line.length }]
}

/** The family name and the given one of N, else the whole one of FN. */
function nameOf(lines: readonly CardLine[]): Pick<CardReading, 'firstName' | 'lastName'> | undefined {
  const find = (wanted: string) =>
    lines.find(({ property, value }) => property === wanted && value.trim() !== '')
  const [structured, whole] = [find('N'), find('FN')]
  const [family = '', given = ''] = structured
    ? textOf(structured)
        .split(/(?<!\\);/)
        .map(plain)
    : []
  if (structured && given !== '' && !/\d/.test(`${given}${family}`))
    return {
      firstName: { ...spanOfLine(structured), value: given },
      ...(family !== '' && { lastName: { ...spanOfLine(structured), value: family } }),
    }
  const name = plain(whole ? textOf(whole) : family)
  const line = whole ?? structured
  // A card without a name is called by its number.
  if (!line || name === '' || /\d{4}/.test(name)) return undefined
  const { firstName, lastName } = splitName(name)
  return {
    firstName: { ...spanOfLine(line), value: firstName },
    ...(lastName !== undefined && { lastName: { ...spanOfLine(line), value: lastName } }),
  }
}

function phoneOf(line: CardLine, country: string): Found<string> | undefined {
  if (line.property !== 'TEL') return undefined
  const waid = /\bWAID=(\d{8,15})/.exec(line.terms)?.[1]
  const value =
    phoneOfSender(line.value.replace(/^tel:/i, ''), country) ??
    (waid === undefined ? undefined : phoneOfSender(`+${waid}`, country))
  return value === undefined ? undefined : { ...spanOfLine(line), value }
}

/** The value of a line; the cards of old phones write the bytes of their letters (`=C3=A9`). */
function textOf({ terms, value }: CardLine): string {
  if (!terms.includes('QUOTED-PRINTABLE')) return value
  const bytes = value.replace(/=([0-9A-F]{2})/gi, '%$1')
  try {
    return decodeURIComponent(bytes)
  } catch {
    return ''
  }
}

/** Without what cards escape, in one line. */
const plain = (text: string): string =>
  text
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')

const spanOfLine = ({ start, end }: CardLine): Span => ({ start, end: Math.max(end, start + 1) })

function claimWithin(message: Message, { start, end }: Span): void {
  message.tokens.forEach((token, at) => {
    if (token.start >= start && token.end <= end) claim(message, [at, at + 1], 'CARD')
  })
}
