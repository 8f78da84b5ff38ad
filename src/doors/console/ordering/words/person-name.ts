import { foldedText } from '../../../../base/kernel/folded-text.ts'
import { firstNames } from './known-names.ts'
import { listed } from './message-tokens.ts'

/** The names of a person as an order needs them; the first one alone when only one is known. */
type PersonName = { firstName: string; lastName?: string }

/** These belong to the name that follows: da Silva, de Souza, El Hadj. */
const particles = new Set(
  listed('da, de, do, dos, du, des, della, di, la, le, el, al, ben, ould, van, von, st, ste, saint, sainte'),
)

/**
 * How many of the words of a name are first names, and whether they come behind the last one. First names
 * stand first (decision 134), but a last name in capitals (`DOSSOU Afi`) stands where it likes, and so does
 * one behind which only a known first name stands (`Dossou Afi`).
 */
export function firstNamesOf(words: readonly string[]): { first: [number, number]; last: [number, number] } {
  const count = words.length
  const capitals = words.map(
    (word) => word.length > 2 && word === word.toUpperCase() && word !== word.toLowerCase(),
  )
  const leading = capitals.findIndex((isCapital) => !isCapital)
  if (leading > 0) return { first: [leading, count], last: [0, leading] }
  if (count > 1 && isFirstName(words[count - 1]) && !words.slice(0, -1).some(isFirstName))
    return { first: [count - 1, count], last: [0, count - 1] }
  let from = Math.max(1, count - 1)
  while (from > 1 && particles.has((words[from - 1] ?? '').toLowerCase())) from -= 1
  return { first: [0, count === 1 ? 1 : from], last: [from, count] }
}

/** A whole name as first and last name. */
export function splitName(name: string): PersonName {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const { first, last } = firstNamesOf(words)
  const [firstName, lastName] = [words.slice(...first).join(' '), words.slice(...last).join(' ')]
  return lastName === '' ? { firstName } : { firstName, lastName }
}

/** Whether a word is known as a first name. */
export const isFirstName = (word: string | undefined): boolean =>
  foldedText(word ?? '')
    .split('-')
    .every((part) => firstNames.has(part))

/** Whether a word, as it is written, may stand inside a name: `de`, `El`. */
export const isParticle = (word: string): boolean => particles.has(word.toLowerCase())
