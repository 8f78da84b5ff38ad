import { html } from 'ghtml'

/** What is said where a list is empty, with the next step where there is one. */
export type Empty = string | { text: string; next: Way }

/** Says that there is nothing here, and leads to the next step. */
export function emptyPart(none: Empty): string {
  if (typeof none === 'string') return html`<p class="empty">${none}</p>`
  const { text, next } = none
  return html`<p class="empty">${text} <a href="${next.href}">${next.label}</a></p>`
}

/** Rows of a list, in order for `ol`; or what is said where there are none. */
export function rowsOr(rows: readonly string[], none: Empty, list: 'ul' | 'ol' = 'ul'): string {
  if (rows.length === 0) return emptyPart(none)
  return list === 'ul' ? html`<ul class="rows">!${rows}</ul>` : html`<ol class="rows">!${rows}</ol>`
}

/**
 * The ways from a page of a list: to the first page of `href`, and to the next, which begins after a value of
 * its query. Each is left out where it is not there.
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
  const links = [first ? link({}, first) : '', next ? link(next.query, next.label) : '']
  return html`<p class="acts">!${links}</p>`
}

/** Terms with what they are; those that are null or undefined are left out. */
export const factList = (
  facts: readonly (readonly [term: string, text: string | number | null | undefined])[],
) =>
  html`<dl>!${facts
    .filter(([, text]) => text !== null && text !== undefined)
    .map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`

/** An address with what it asks for; what is undefined or empty is left out. */
export function hrefWith(href: string, query: Readonly<Record<string, string | undefined>>): string {
  const asked = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return asked.length === 0 ? href : `${href}?${new URLSearchParams(asked)}`
}

/** A link with its words. */
export type Way = { href: string; label: string }

/** A way to a page, or to a selection of a list, beside others of its kind. */
export type Tab = Way & { isCurrent?: boolean; isPhoneOnly?: boolean }

/** Ways to pages or selections beside each other, of which one is shown; `name` says of what they are. */
export function tabs(ways: readonly Tab[], name?: string): string {
  const links = ways.map(({ href, label, isCurrent = false, isPhoneOnly = false }) => {
    const marks = `${isPhoneOnly ? ' class="phone-only"' : ''}${isCurrent ? ' aria-current="page"' : ''}`
    return html`<a href="${href}"!${marks}>${label}</a>`
  })
  return name === undefined
    ? html`<div class="tabs">!${links}</div>`
    : html`<nav class="tabs" aria-label="${name}">!${links}</nav>`
}

/** Buttons that lead on, such as to the next page of a list; those that are undefined are left out. */
export function waysOn(ways: readonly (Way | undefined)[]): string {
  const shown = ways.flatMap((way) =>
    way ? html`<a class="button plain" href="${way.href}">${way.label}</a>` : [],
  )
  return shown.length === 0 ? '' : html`<div class="acts">!${shown}</div>`
}
