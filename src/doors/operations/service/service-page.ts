import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'

/** The pages of the service, by the ends of their addresses. */
export const servicePages = {
  '': 'Health',
  alerts: 'Alerts',
  messages: 'Messages',
  events: 'Events',
  refunds: 'Refunds',
  payouts: 'Payouts#pages',
  terms: 'Terms for shops',
  disagreements: 'Money that disagrees#pages',
  books: 'Books',
  providers: 'Mobile money',
  arrivals: 'Arrivals',
  people: 'Team',
  audit: 'Audit',
  settings: 'Settings',
} as const

export type ServicePage = keyof typeof servicePages

export const serviceHref = (page: ServicePage = ''): string =>
  page === '' ? '/operations/service' : `/operations/service/${page}`

/** A page of the service under the tabs that lead to the others. */
export function servicePage(
  language: Language,
  page: ServicePage,
  { main, ...content }: Partial<OperationsContent> & { main: string },
): OperationsContent {
  const t = speak(language)
  return {
    section: 'service',
    title: page === '' ? t('Service') : t(servicePages[page]),
    isWide: true,
    ...content,
    main: html`!${tabs(language, page)}!${main}`,
  }
}

function tabs(language: Language, current: ServicePage): string {
  const t = speak(language)
  const pages = Object.keys(servicePages) as ServicePage[]
  const links = pages.map((page) => {
    const mark = page === current ? ' aria-current="page"' : ''
    return html`<a href="${serviceHref(page)}"!${mark}>${t(servicePages[page])}</a>`
  })
  return html`<div class="tabs whole">!${links}</div>`
}
