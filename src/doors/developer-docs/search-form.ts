import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { docsPath, searchSlug } from './docs-list.ts'
import { maxQuestion } from './docs-search.ts'
import { speak } from './docs-words.ts'

/** A field that searches the site, without a script. */
export function searchForm(language: Language, question = ''): string {
  const t = speak(language)
  return html`<form class="search" role="search" action="${docsPath(language, searchSlug)}">
<input type="search" name="q" value="${question}" maxlength="${maxQuestion}"
aria-label="${t('Search the documentation')}" placeholder="${t('Search the documentation')}"><button>${t('Search')}</button></form>`
}
