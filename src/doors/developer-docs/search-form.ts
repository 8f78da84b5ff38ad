import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { docsPath, searchSlug } from './docs-list.ts'
import { maxQuestion } from './docs-search.ts'
import { speak } from './docs-words.ts'

/** A field that searches the site, without a script. */
export function searchForm(language: Language, question = ''): string {
  const t = speak(language)
  const searched = t('Search the documentation')
  return html`<form class="search" role="search" action="${docsPath(language, searchSlug)}">
<input type="search" name="q" value="${question}" maxlength="${maxQuestion}"
aria-label="${searched}" placeholder="${searched}"><button>${t('Search')}</button></form>`
}
