import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { type ServicePage, servicePages, serviceWording } from './service-wording.ts'
export const serviceHref = (page: ServicePage = ''): string =>
  page === '' ? '/operations/service' : `/operations/service/${page}`

/** A page of the service under the tabs that lead to the others. */
export function servicePage(
  language: Language,
  page: ServicePage,
  { main, ...content }: Partial<OperationsContent> & { main: string },
): OperationsContent {
  const t = speak(language)
  const words = serviceWording[language]
  return {
    section: 'service',
    title: page === '' ? t('Service') : words.pages[page],
    isWide: true,
    ...content,
    main: html`!${tabs(language, page)}!${main}`,
  }
}

function tabs(language: Language, current: ServicePage): string {
  const { pages } = serviceWording[language]
  return html`<div class="tabs whole">!${servicePages.map(
    (page) =>
      html`<a href="${serviceHref(page)}"!${page === current ? ' aria-current="page"' : ''}>${pages[page]}</a>`,
  )}</div>`
}
