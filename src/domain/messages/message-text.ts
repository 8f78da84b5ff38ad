/** The values for the places of a wording. */
export type Words = Readonly<Record<string, string>>

/** The longest that a name, a place or a reason may be in a message, in characters. */
const maxWordLength = 100

/** What is written in a place that nothing fills. */
const nothing = '—'

/** The places of a text, in the order in which it names them. */
export const placesOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place ?? '')

/** A text with its places filled; what stands in brackets is left out where nothing fills a place of it. */
export const filled = (text: string, words: Words): string =>
  withoutEmptyParts(text, words)
    .replaceAll(/[[\]]/g, '')
    .replaceAll(/\{(\w+)\}/g, (_, place: string) => wordOf(words, place))

/** A text without the parts in brackets that have a place which nothing fills. */
export const withoutEmptyParts = (text: string, words: Words): string =>
  text.replaceAll(/\[[^\]]*\]/g, (part) =>
    placesOf(part).some((place) => wordOf(words, place) === nothing) ? '' : part,
  )

/** A text as WhatsApp approves it: its places numbered. */
export function numbered(text: string): string {
  let place = 0
  return text.replaceAll(/\{\w+\}/g, () => `{{${++place}}}`)
}

/** The value of a place. A wording with a place that nothing fills is a bug. */
export function wordOf(words: Words, place: string): string {
  const word = words[place]
  if (word === undefined) throw new Error(`Nothing fills the place {${place}} of a message.`)
  return word
}

/**
 * A text on one line and not too long, as WhatsApp requires in a place and mail in a subject; a dash for
 * nothing.
 */
export function oneLine(text: string | null): string {
  const line = (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  const characters = [...line]
  if (characters.length > maxWordLength) return `${characters.slice(0, maxWordLength - 1).join('')}…`
  return line === '' ? nothing : line
}
