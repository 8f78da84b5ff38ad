/** A heading that the menu shows; its title is HTML. */
export type DocsSection = { id: string; title: string }

/** What stands in the frame of a page. */
export type DocsContent = {
  /** The address after `/docs/fr/`; empty for the first page, null for a page that does not exist. */
  slug: string | null
  /** What follows the address, such as a question. */
  query?: string
  title: string
  sections: readonly DocsSection[]
  html: string
  /** Pages below this one in the menu, with the sections of the page itself. */
  children?: readonly { slug: string; title: string }[]
}

/** A heading with a link to itself, for those who pass it on. */
export function heading(depth: number, id: string, inner: string): string {
  const self = `<a class="self" href="#${encodeURIComponent(id)}" aria-hidden="true" tabindex="-1">#</a>`
  return `<h${depth} id="${escaped(id)}">${inner} ${self}</h${depth}>\n`
}

/**
 * Code in a box of its own, which scrolls where it is too wide; a script puts a button that copies at its
 * edge.
 */
export function codeBlock(code: string, language?: string): string {
  const named = language ? ` data-language="${escaped(language)}"` : ''
  return `<div class="code"><pre tabindex="0"${named}><code>${escaped(code)}</code></pre></div>\n`
}

/**
 * A table of fragments. On a phone each row is a block of its own, and each cell has its column's name as its
 * label.
 */
export function table(
  names: readonly string[],
  labels: readonly string[],
  rows: readonly string[][],
): string {
  const head = names.map((name) => `<th>${name}</th>`).join('')
  const marks = labels.map((label) => (label ? ` data-label="${label}"` : ''))
  const row = (cells: string[]) => cells.map((cell, at) => `<td${marks[at] ?? ''}>${cell}</td>`).join('')
  const body = rows.map((cells) => `<tr>${row(cells)}</tr>`).join('')
  const parts = `<thead><tr>${head}</tr></thead><tbody>${body}</tbody>`
  return `<div class="table" tabindex="0"><table>${parts}</table></div>\n`
}

/** A few words with code in backticks, as HTML. */
export const inlineHtml = (text: string): string =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join('')

/** A long name that may be broken at its underscores. */
export const breakable = (name: string): string => name.replaceAll('_', '_<wbr>')

/** Text for an HTML element or attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
