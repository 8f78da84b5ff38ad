import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { type AccountRight, hasRight, type ShopRole } from '../../../domain/accounts/account-right.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { developersWording } from './developers-wording.ts'

/** What every page for developers is drawn from. */
export type DeveloperFacts = {
  language: Language
  /** The address of the shop's pages. */
  shopHref: string
  /** The address of the pages for developers. */
  href: string
  now: Date
  timeZone: string
  role: ShopRole
  isSandbox: boolean
  /** Where the service is reached. */
  publicUrl: string
}

/** The pages for developers, in the order of their tabs, and the right that each needs. */
const tabs = {
  overview: { path: '', needs: 'SELL' },
  keys: { path: '/keys', needs: 'MANAGE_KEYS' },
  endpoints: { path: '/endpoints', needs: 'SELL' },
  requests: { path: '/requests', needs: 'SELL' },
  signature: { path: '/signature', needs: 'SELL' },
  sandbox: { path: '/sandbox', needs: 'SELL' },
} as const satisfies Record<string, { path: string; needs: AccountRight }>
export type DeveloperTab = keyof typeof tabs

/** The tabs that somebody of this role sees: no link leads to what they may not do, or what is not there. */
export const tabsFor = ({ role, isSandbox }: DeveloperFacts): DeveloperTab[] =>
  (Object.keys(tabs) as DeveloperTab[]).filter(
    (tab) => hasRight(role, tabs[tab].needs) && (tab !== 'sandbox' || isSandbox),
  )

/** The address of a page for developers. */
export const tabHref = ({ href }: DeveloperFacts, tab: DeveloperTab): string => `${href}${tabs[tab].path}`

/** A page for developers, below the tabs; a page further down has a way back instead. */
export function developerPage(
  facts: DeveloperFacts,
  tab: DeveloperTab,
  content: Omit<ConsoleContent, 'section'>,
): ConsoleContent {
  const words = developersWording[facts.language]
  const links = tabsFor(facts).map(
    (each) =>
      html`<a href="${tabHref(facts, each)}"!${each === tab ? ' aria-current="page"' : ''}>${words.tabs[each]}</a>`,
  )
  return {
    ...content,
    section: 'developers',
    main: content.back
      ? content.main
      : html`<nav class="tabs" aria-label="${words.title}">!${links}</nav>!${content.main}`,
  }
}

/** A moment as a developer compares it with their own log: to the second. */
export const preciseText = ({ timeZone, now, language }: DeveloperFacts, at: Date): string =>
  momentText(at, { timeZone, now, hasSeconds: true }, language)

/** A moment as people read it. */
export const whenText = ({ timeZone, now, language }: DeveloperFacts, at: Date): string =>
  momentText(at, { timeZone, now }, language)

/** The address of a page of the developers' site, in the language of the page. */
export const docsHref = ({ language }: DeveloperFacts, page = ''): string =>
  `/docs/${language}${page === '' ? '' : `/${page}`}`

/** A line of a list of facts. */
export const factLine = (name: string, value: string): string =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** What opens to a form that asks first; it stands open where the form was refused. */
export const unfolded = (
  { id, summary, isOpen = false }: { id: string; summary: string; isOpen?: boolean },
  content: string,
): string =>
  html`<details class="card" id="${id}"!${isOpen ? ' open' : ''}><summary>${summary}</summary>!${content}</details>`
