import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { docsPath, searchSlug } from './docs-list.ts'
import { type FoundPlace, maxQuestion } from './docs-search.ts'
import { speak } from './docs-words.ts'
import { type DocsContent, escaped } from './html-parts.ts'

/** A field that searches the site, without a script. */
export function searchForm(language: Language, question = ''): string {
  const t = speak(language)
  const label = t('Search the documentation')
  return html`<form class="search" role="search" action="${docsPath(language, searchSlug)}">
<input type="search" name="q" value="${question}" maxlength="${maxQuestion}"
aria-label="${label}"><button>${t('Search')}</button></form>`
}

/** What was found for a question, each with a few words around it. */
export function searchPage(language: Language, question: string, found: readonly FoundPlace[]): DocsContent {
  const t = speak(language)
  const said =
    question === ''
      ? t('An error code, an event, a field or a word.')
      : found.length === 0
        ? t('Nothing was found for “{question}”. Try another word, or one word alone.', { question })
        : t('{count, plural, one {# place} other {# places}}', { count: found.length })
  const items = found.map(({ slug, id, title, page, excerpt: { before, match, after } }) => {
    const href = `${docsPath(language, slug)}${id === '' ? '' : `#${encodeURIComponent(id)}`}`
    const name = title === page ? title : `${title} · ${page}`
    const around = html`<span>${before} <mark>${match}</mark> ${after}</span>`
    return html`<li><a href="${href}"><b>${name}</b> !${around}</a></li>`
  })
  return {
    slug: searchSlug,
    query: question === '' ? '' : `?q=${encodeURIComponent(question)}`,
    title: escaped(t('Search')),
    sections: [],
    html: html`!${searchForm(language, question)}<p class="lead" role="status">${said}</p>
!${items.length === 0 ? '' : html`<ul class="cards">!${items}</ul>`}`,
  }
}
