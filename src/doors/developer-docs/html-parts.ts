/** A heading that the menu shows; its title is HTML. */
export type DocsSection = { id: string; title: string }

/** A heading with a link to itself, for those who pass it on. */
export const heading = (depth: number, id: string, inner: string): string =>
  `<h${depth} id="${escaped(id)}">${inner} <a class="self" href="#${encodeURIComponent(id)}" aria-hidden="true" tabindex="-1">#</a></h${depth}>\n`

/**
 * Code in a box of its own, which scrolls where it is too wide; a script puts a button that copies at its
 * edge.
 */
export const codeBlock = (code: string, language?: string): string =>
  `<div class="code"><pre tabindex="0"${language ? ` data-language="${escaped(language)}"` : ''}><code>${escaped(code)}</code></pre></div>\n`

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
  const body = rows.map(
    (cells) =>
      `<tr>${cells.map((cell, at) => `<td${labels[at] ? ` data-label="${labels[at]}"` : ''}>${cell}</td>`).join('')}</tr>`,
  )
  return `<div class="table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>\n`
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
