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

/** The pages that say how the business does; the others say how the service does, and set it. */
const figures: readonly ServicePage[] = ['books', 'arrivals', 'payouts', 'refunds', 'disagreements']

/** A page of the service under the tabs that lead to the others of its kind. */
export function servicePage(
  language: Language,
  page: ServicePage,
  { main, ...content }: Partial<OperationsContent> & { main: string },
): OperationsContent {
  const t = speak(language)
  const isFigures = figures.includes(page)
  return {
    section: isFigures ? 'figures' : 'service',
    title: page === '' ? t('Service') : t(servicePages[page]),
    isWide: true,
    ...content,
    main: html`!${tabs(language, page, isFigures)}!${main}`,
  }
}

function tabs(language: Language, current: ServicePage, isFigures: boolean): string {
  const t = speak(language)
  const others = (Object.keys(servicePages) as ServicePage[]).filter((page) => !figures.includes(page))
  const links = (isFigures ? figures : others).map((page) => {
    const mark = page === current ? ' aria-current="page"' : ''
    return html`<a href="${serviceHref(page)}"!${mark}>${t(servicePages[page])}</a>`
  })
  // The bar of a phone has no room for cities and shops.
  const beside = isFigures
    ? html`<a href="/operations/reports">${t('Reports')}</a>`
    : html`<a class="phone-only" href="/operations/cities">${t('Cities')}</a>
<a class="phone-only" href="/operations/shops">${t('Shops')}</a>`
  return html`<div class="tabs whole">!${beside}!${links}</div>`
}
