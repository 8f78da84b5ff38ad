import { html } from 'ghtml'

/** Rows of a list, in order for `ol`; or what is said where there are none. */
export function rowsOr(rows: readonly string[], none: string, list: 'ul' | 'ol' = 'ul'): string {
  if (rows.length === 0) return html`<p class="empty">${none}</p>`
  return list === 'ul' ? html`<ul class="rows">!${rows}</ul>` : html`<ol class="rows">!${rows}</ol>`
}

/**
 * The ways from a page of a list: to the first page of `href`, and to the next, which begins after a value of its query.
 * Each is left out where it is not there.
 */
export function pager(
  href: string,
  {
    first,
    next,
  }: { first?: string | undefined; next?: { query: Record<string, string>; label: string } | undefined },
): string {
  const link = (query: Record<string, string>, label: string) => {
    const asked = Object.entries(query).map(
      ([name, value], at) => html`!${at === 0 ? '?' : '&amp;'}${name}=${encodeURIComponent(value)}`,
    )
    return html`<a class="button plain" href="${href}!${asked}">${label}</a>`
  }
  return html`<p class="acts">!${first ? link({}, first) : ''}!${next ? link(next.query, next.label) : ''}</p>`
}

/** Terms with what they are; those that are null or undefined are left out. */
export const factList = (
  facts: readonly (readonly [term: string, text: string | number | null | undefined])[],
) =>
  html`<dl>!${facts
    .filter(([, text]) => text !== null && text !== undefined)
    .map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`
