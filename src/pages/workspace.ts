import { html } from 'ghtml'
import { type Language, languageNames } from '../base/kernel/language.ts'
import { withFixedSpaces } from './french-spaces.ts'
import { iconLink } from './icon-link.ts'
import { type ActIcon, icon as iconOf, mark } from './icon-sprite.ts'
import { speak } from './page-words.ts'

/**
 * An entry of the navigation; `waiting` is what waits there for somebody: how
 * much, and in words.
 */
export type WorkspaceLink = {
  href: string
  label: string
  icon: ActIcon
  isCurrent: boolean
  /** Only at a desk: a phone has room for five. */
  isWideOnly?: boolean
  /** Whether it begins something. */
  begins?: boolean
  waiting?: { count: number; text: string } | undefined
}

/** What every page of a workspace is made with: the shop's console, the operator's pages. */
type WorkspaceFrame = {
  language: Language
  styles: readonly string[]
  scripts: readonly string[]
  /** The name at the top, with where it leads, and its picture instead of our mark. */
  brand: { name: string; href: string; logo?: string | null }
  /** Whose service it is, said at the end of pages that have another name at their top. */
  company?: string | null | undefined
  /** What makes the pages an app on a phone; undefined where they are none. */
  manifest?: string | undefined
  /** Empty where nobody is signed in. */
  links: readonly WorkspaceLink[]
  /** Who is signed in, with the address of their own page. */
  person: { name: string; href: string } | null
  /** The page's own address, for the language switch; null for a page that a form made. */
  path: string | null
}

/** The outcome of what was done last, above a page. */
export type WorkspaceNotice = {
  kind: 'done' | 'warning' | 'refused'
  text: string
  /** Where to go from here. */
  link?: { href: string; label: string }
}

export type WorkspaceContent = {
  title: string
  /** Trusted HTML, made with `html`; its heading is made from the title. */
  main: string
  /** Above the heading: where this page belongs. */
  back?: { href: string; label: string } | undefined
  notice?: WorkspaceNotice | undefined
  /** The address of the stream of its updates. */
  live?: string | undefined
  /** Trusted HTML beside the heading: the page's main acts. */
  acts?: string | undefined
  isWide?: boolean
}

/** A whole page around `main`: navigation below on a phone, at the side on a wide screen. */
export function workspacePage(frame: WorkspaceFrame, content: WorkspaceContent): string {
  const { language, brand, company, links, person } = frame
  const { title, main, back, notice, live, acts, isWide = false } = content
  const app = frame.manifest
    ? html`<link rel="manifest" href="${frame.manifest}">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">`
    : ''
  const t = speak(language)
  const page = html`!${back ? html`<a class="back" href="${back.href}">${back.label}</a>` : ''}
<div class="heading"><h1>${title}</h1>!${acts ?? ''}</div>
!${notice ? noticeLine(notice) : ''}
!${main}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title} · ${brand.name}</title>
!${iconLink}
!${app}
!${frame.styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}
!${frame.scripts.map((script) => html`<script src="${script}" defer></script>`)}
</head>
<body!${links.length > 0 ? ' class="signed-in"' : ''}>
<a class="skip" href="#main">${t('Skip to content')}</a>
<header class="top">!${brandLink(brand)}
<span class="who">!${person ? personLink(person) : ''}!${languageSwitch(frame)}</span></header>
!${links.length > 0 ? navigation(links, t('Menu')) : ''}
<main id="main" tabindex="-1"!${isWide ? ' class="wide"' : ''}!${live ? html` data-live="${live}"` : ''}>
!${language === 'fr' ? withFixedSpaces(page) : page}
!${company ? html`<p class="company">!${mark(20)}Colis, ${company}</p>` : ''}
</main>
</body>
</html>
`
}

const brandLink = ({ name, href, logo }: WorkspaceFrame['brand']): string => {
  const picture = logo ? html`<img src="${logo}" alt="" width="32" height="32">` : mark(28)
  return html`<a class="brand" href="${href}">!${picture}<span>${name}</span></a>`
}

/** What was done, or why not. */
function noticeLine({ kind, text, link }: WorkspaceNotice): string {
  const role = kind === 'done' ? 'status' : 'alert'
  const way = link ? html` <a href="${link.href}">${link.label}</a>` : ''
  return html`<p class="notice ${kind}" role="${role}">${text}!${way}</p>`
}

const personLink = ({ href, name }: NonNullable<WorkspaceFrame['person']>): string =>
  html`<a class="person" href="${href}">!${iconOf('person')}<span>${name}</span></a>`

function languageSwitch({ path, language }: WorkspaceFrame): string {
  if (path === null) return ''
  const code = language === 'fr' ? 'en' : 'fr'
  const mark = path.includes('?') ? '&' : '?'
  const codes = html`lang="${code}" hreflang="${code}"`
  return html`<a class="switch" href="${path}${mark}lang=${code}" !${codes}>${languageNames[code]}</a>`
}

function navigation(links: readonly WorkspaceLink[], label: string): string {
  const items = links.map(({ href, label: text, icon, isCurrent, waiting, isWideOnly, begins }) => {
    const current = `${begins ? ' class="begins"' : ''}${isCurrent ? ' aria-current="page"' : ''}`
    const count = waiting ? waitingCount(waiting) : ''
    const only = isWideOnly ? ' class="wide-only"' : ''
    const inner = html`!${iconOf(icon)}<span>${text}</span>!${count}`
    return html`<li!${only}><a href="${href}"!${current}>!${inner}</a></li>`
  })
  return html`<nav class="nav" aria-label="${label}"><ul>!${items}</ul></nav>`
}

/** How much waits there, as a number to see and in words to hear. */
const waitingCount = ({ count, text }: NonNullable<WorkspaceLink['waiting']>): string =>
  html`<b class="count" title="${text}" aria-hidden="true">${count}</b> <span class="unseen">${text}</span>`
