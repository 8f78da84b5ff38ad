import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { type Tab, tabs } from '../../../pages/list-parts.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { reportPath } from '../reports/asked-report.ts'

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

/** The reports, by the ends of their addresses; the page without one is their summary. */
export const reportNames = {
  '': 'Summary',
  punctuality: 'On time',
  times: 'Time by step',
  failures: 'Not handed over',
  demand: 'Demand by hour and zone',
  couriers: 'Couriers',
  money: 'Revenue and costs',
  shops: 'Shops',
} as const

export type ReportName = keyof typeof reportNames

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
    main: html`!${isFigures ? figureTabs(language, page) : othersTabs(language, page)}!${main}`,
  }
}

/** Reports, and the pages of money and arrivals beside them; `hrefOf` leads to a report. */
export function figureTabs(
  language: Language,
  current: ReportName | ServicePage,
  hrefOf: (name: ReportName) => string = reportPath,
): string {
  const t = speak(language)
  const reports = (Object.keys(reportNames) as ReportName[]).map((name) => ({
    href: hrefOf(name),
    label: t(reportNames[name]),
    isCurrent: name === current,
  }))
  return tabs([...reports, ...serviceTabs(language, figures, current)])
}

function othersTabs(language: Language, current: ServicePage): string {
  const t = speak(language)
  const others = (Object.keys(servicePages) as ServicePage[]).filter((page) => !figures.includes(page))
  // The bar of a phone has no room for cities and shops.
  return tabs([
    { href: '/operations/cities', label: t('Cities'), isPhoneOnly: true },
    { href: '/operations/shops', label: t('Shops'), isPhoneOnly: true },
    ...serviceTabs(language, others, current),
  ])
}

const serviceTabs = (language: Language, pages: readonly ServicePage[], current: string): Tab[] =>
  pages.map((page) => ({
    href: serviceHref(page),
    label: speak(language)(servicePages[page]),
    isCurrent: page === current,
  }))
