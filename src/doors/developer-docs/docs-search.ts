import { foldedText } from '../../base/kernel/folded-text.ts'

/** A page of the site, to be searched. */
export type SearchedPage = { slug: string; title: string; html: string }

/** A part of a page that begins with a heading; `id` is empty for what stands before the first one. */
type Place = { slug: string; id: string; title: string; page: string; text: string; folded: Folded }
type Folded = { title: string; page: string; text: string }

/** What was found: where it leads, and the words around the first that matched. */
export type FoundPlace = {
  slug: string
  id: string
  title: string
  page: string
  excerpt: { before: string; match: string; after: string }
}

/** The longest question that is read, and the most that is shown. */
export const maxQuestion = 100
const maxTerms = 8
const maxFound = 20

/** Every part of the pages, in their order. */
export const searchedPlaces = (pages: readonly SearchedPage[]): Place[] => pages.flatMap(placesOf)

function placesOf({ slug, title: pageTitle, html }: SearchedPage): Place[] {
  const page = textOf(pageTitle)
  const [beginning = '', ...parts] = html.split(/(?=<h[23] id=")/)
  const place = (id: string, title: string, text: string): Place => ({
    slug,
    id,
    title,
    page,
    text,
    folded: { title: foldedText(title), page: foldedText(page), text: foldedText(text) },
  })
  return [
    place('', page, textOf(beginning)),
    ...parts.map((part) => {
      const [heading = '', ...rest] = part.split(/<\/h[23]>/)
      const [, id = ''] = / id="([^"]*)"/.exec(heading) ?? []
      return place(textOf(id), textOf(heading).replace(/ #$/, ''), textOf(rest.join(' ')))
    }),
  ]
}

/** The words of HTML of our own, a blank between those of neighbours. */
const textOf = (html: string): string =>
  html
    .replaceAll('<wbr>', '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#\d+|amp|lt|gt|quot);/g, (_, name: string) => characterOf(name))
    .replace(/\s+/g, ' ')
    .trim()

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const characterOf = (name: string): string => named[name] ?? String.fromCharCode(Number(name.slice(1)))

/**
 * The places that hold every word of a question, the best first; where none does, those that hold the most
 * of them. Accents, capitals and a plural s do not matter.
 */
export function foundPlaces(places: readonly Place[], question: string): FoundPlace[] {
  const terms = termsOf(question)
  if (terms.length === 0) return []
  const scored = places
    .map((place) => ({ place, ...scoreOf(place, terms) }))
    .filter(({ matched }) => matched > 0)
  const most = Math.max(0, ...scored.map(({ matched }) => matched))
  return scored
    .filter(({ matched }) => matched === most)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ place: { slug, id, title, page, text } }) => ({
      slug,
      id,
      title,
      page,
      excerpt: excerptOf(text, terms),
    }))
}

/** Words that say nothing of what is looked for. */
const fillers = new Set(
  [
    'a an and are by do does for how i in is it my on the to what with',
    'au aux ce ces d de des du en est et l la le les ou par pour que qu s sur un une',
  ].flatMap((words) => words.split(' ')),
)

function termsOf(question: string): string[] {
  const words = foldedText(question.slice(0, maxQuestion))
    .split(/[\s,;:!?'"«»()]/)
    .map((word) => word.replace(/^[.`]/, '').replace(/[.`]$/, ''))
    .filter((word) => word !== '')
  const telling = words.filter((word) => !fillers.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(singular))].slice(0, maxTerms)
}

const singular = (word: string): string => (word.length > 3 && /[sx]$/.test(word) ? word.slice(0, -1) : word)

function scoreOf({ id, folded: { title, page, text } }: Place, terms: readonly string[]) {
  let [matched, score] = [0, 0]
  for (const term of terms) {
    const times = Math.min(text.split(term, 6).length - 1, 5)
    const inTitle = title.includes(term) ? (beginsWord(title, term) ? 12 : 6) : 0
    const inPage = page.includes(term) ? 3 : 0
    if (times + inTitle + inPage > 0) matched += 1
    score += times + inTitle + inPage
  }
  const isNamed = [foldedText(id), singular(title)].includes(terms.join(' '))
  return { matched, score: score + (isNamed ? 20 : 0) }
}

const beginsWord = (text: string, term: string): boolean => ` ${text}`.includes(` ${term}`)

const wordsBefore = 8
const wordsAfter = 18

/** The words around the first one that matches, which is its middle part. */
function excerptOf(text: string, terms: readonly string[]): FoundPlace['excerpt'] {
  const words = text.split(' ')
  const at = words.findIndex((word) => {
    const folded = foldedText(word)
    return terms.some((term) => folded.includes(term))
  })
  if (at < 0) return { before: words.slice(0, wordsBefore + wordsAfter).join(' '), match: '', after: '' }
  const from = Math.max(0, at - wordsBefore)
  return {
    before: `${from > 0 ? '… ' : ''}${words.slice(from, at).join(' ')}`,
    match: words[at] ?? '',
    after: `${words.slice(at + 1, at + wordsAfter).join(' ')}${at + wordsAfter < words.length ? ' …' : ''}`,
  }
}
