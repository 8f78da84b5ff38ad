import { html } from 'ghtml'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { ShopRole } from '../../domain/accounts/account-right.ts'

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
  html`<details class="card" id="${id}"!${isOpen ? ' open' : ''}>
<summary>${summary}</summary>!${content}</details>`
