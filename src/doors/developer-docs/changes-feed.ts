import { createHash } from 'node:crypto'
import type { Language } from '../../base/kernel/language.ts'
import { changesPath, docsPath } from './docs-list.ts'
import { speak } from './docs-words.ts'
import { escaped } from './html-parts.ts'

/** A line of the changelog, and an id that is the same wherever and however often it is read. */
export type Change = { id: string; text: string }

/** How many of the latest changes the feed has, and how many are dated. */
export const fedChanges = 50

/** On which day changes were first written down, by their ids. */
export type ChangeDays = Record<string, string[]>

/** The changes that a changelog lists for partners, the latest first. A line that is only wrapped otherwise is the same. */
export function changesIn(changelog: string, language: Language): Change[] {
  const items = changelog.split(/^- /m).slice(1)
  return items.map((item) => {
    const [own = ''] = item.split(/\n(?! {2})/)
    const text = own.replace(/\s+/g, ' ').trim()
    return { id: uuidOf(`${language} ${text}`), text }
  })
}

/** A UUID (version 8) that is made of a text alone. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

type Feed = {
  language: Language
  publicUrl: string
  changes: readonly Change[]
  days: ChangeDays
  /** The HTML of a change. */
  render: (text: string) => string
}

/** The latest changes as Atom (RFC 4287). One that is not dated yet is as old as the last that is. */
export function changesFeed({ language, publicUrl, changes, days, render }: Feed): string {
  const t = speak(language)
  const page = `${publicUrl}${docsPath(language, 'changelog')}`
  const self = `${publicUrl}${changesPath(language)}`
  const lastDay = Object.keys(days).toSorted().at(-1) ?? '2026-11-27'
  const dayOf = new Map(Object.entries(days).flatMap(([day, ids]) => ids.map((id) => [id, day] as const)))
  const entries = changes.slice(0, fedChanges).map(({ id, text }) => {
    const at = `${dayOf.get(id) ?? lastDay}T00:00:00Z`
    return [
      '<entry>',
      `<id>urn:uuid:${id}</id>`,
      `<title>${escaped(titleOf(text))}</title>`,
      `<published>${at}</published><updated>${at}</updated>`,
      `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
      `<content type="html">${escaped(render(text))}</content>`,
      '</entry>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}" xml:base="${escaped(page)}">`,
    `<id>${escaped(self)}</id>`,
    `<title>${escaped(`Colis · ${t('Changelog')}`)}</title>`,
    `<updated>${lastDay}T00:00:00Z</updated>`,
    `<author><name>Colis</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

const titleLength = 100

/** The first sentence of a change, without the marks of Markdown. */
function titleOf(text: string): string {
  const [first = ''] = text
    .replace(/[`*]/g, '')
    .replace(/\]\([^()]*\)/g, '')
    .replaceAll('[', '')
    .split(/[.:;] /)
  const plain = first.replace(/\.$/, '')
  return plain.length <= titleLength ? plain : `${plain.slice(0, titleLength).replace(/ [^ ]*$/, '')} …`
}
