import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { partnerPath } from '../../contract/vocabulary.ts'
import { companySheets, type PageBrand } from '../../pages/company-colour.ts'
import { withFixedSpaces } from '../../pages/french-spaces.ts'
import { iconLink } from '../../pages/icon-link.ts'
import { mark } from '../../pages/icon-sprite.ts'
import { changesPath, type DocsEntry, docsEntries, docsGroups, docsPath, searchSlug } from './docs-list.ts'
import { speak } from './docs-words.ts'
import { codeBlock, type DocsContent, escaped } from './html-parts.ts'
import { searchForm } from './search-page.ts'

/** What every page is made with: the addresses of what it loads, and whose service it is. */
export type DocsFrame = { style: string; script: string; brand: PageBrand }

/**
 * A whole page. It needs no script: the menu is beside the text, or behind a link on a phone, and the one
 * that it loads adds buttons that copy code. Mind ghtml: a `!` before an expression leaves it unescaped, so
 * only our own fragments stand there.
 */
export function docsPage(
  content: DocsContent,
  { language, style, script, brand }: DocsFrame & { language: Language },
): string {
  const t = speak(language)
  const otherLanguage =
    language === 'fr'
      ? ({ code: 'en', name: 'English' } as const)
      : ({ code: 'fr', name: 'Français' } as const)
  const entry = docsEntries.find(({ slug }) => slug === content.slug)
  const summary =
    (entry && t(entry.summary)) ??
    t(
      'Order courier deliveries from your site or software, follow them, and receive each step by a signed webhook.',
    )
  const other = `${docsPath(otherLanguage.code, content.slug ?? '')}${content.query ?? ''}`
  const main = `<h1>${content.title}</h1>\n${content.html}${neighbours(entry, language)}`
  const { code } = otherLanguage
  const name = html`!${mark(28)}<b>${brand.name ?? 'Colis'}</b> ${t('Developers')}`
  const top = [
    html`<a class="brand" href="${docsPath(language)}">!${name}</a>`,
    html`<a href="${other}" lang="${code}" hreflang="${code}">${otherLanguage.name}</a>`,
    html`<a class="open-menu" href="#menu">${t('Menu')}</a>`,
  ]
  const menuParts = [
    html`<a class="close-menu" href="#main">${t('Close the menu')}</a>`,
    content.slug === searchSlug ? '' : searchForm(language),
    menu(content, language),
  ]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="description" content="${summary}">
<title>!${plainTitle(content, language)}</title>
<link rel="alternate" hreflang="${code}" href="${other}">
<link rel="alternate" type="application/atom+xml" title="${t('Changelog')}" href="${changesPath(language)}">
!${iconLink}
<link rel="stylesheet" href="${style}">
!${companySheets(brand.colour).map((sheet) => html`<link rel="stylesheet" href="${sheet}">`)}
<script defer src="${script}" data-copy="${t('Copy')}" data-copied="${t('Copied')}"></script>
</head>
<body>
<a class="skip" href="#main">${t('Skip to the content')}</a>
<header>!${top}</header>
<div class="frame">
<main id="main">!${language === 'fr' ? withFixedSpaces(main) : main}</main>
<nav id="menu" aria-label="${t('Contents')}">!${menuParts}</nav>
</div>
</body>
</html>
`
}

function plainTitle({ slug, title }: DocsContent, language: Language): string {
  if (slug === '') return `Colis · ${title}`
  const above = docsEntries.find((entry) => slug?.startsWith(`${entry.slug}/`))
  return above ? `${title} · ${speak(language)(above.title)} · Colis` : `${title} · Colis`
}

function menu({ slug, sections, children = [] }: DocsContent, language: Language): string {
  const t = speak(language)
  const [top = ''] = (slug ?? '').split('/')
  const own = sections
    .map(({ id, title }) => `<li><a href="#${encodeURIComponent(id)}">${title}</a></li>`)
    .join('')
  const below = (page: string): string => {
    if (children.length === 0) return page === slug && own ? `<ul>${own}</ul>` : ''
    const items = children.map((child) =>
      item(child.slug, escaped(child.title), child.slug === slug && own ? `<ul>${own}</ul>` : ''),
    )
    return `<ul>${items.join('')}</ul>`
  }
  const item = (page: string, title: string, inner: string) =>
    `<li><a href="${docsPath(language, page)}"${currentMark(page, slug)}>${title}</a>${inner}</li>`
  const groups = docsGroups.map(({ name, entries }) => {
    const items = entries.map((entry) =>
      item(entry.slug, escaped(t(entry.title)), entry.slug === top ? below(entry.slug) : ''),
    )
    return `<p>${t(name)}</p><ul>${items.join('')}</ul>`
  })
  const others = [
    `<li><a href="/docs/try">${t('Try the calls')}</a></li>`,
    `<li><a href="/status?lang=${language}">${t('State of the service')}</a></li>`,
  ]
  return `${groups.join('\n')}<ul>${others.join('')}</ul>`
}

/** Marks the page itself, and the index of the objects above the page of one. */
function currentMark(page: string, slug: string | null): string {
  if (page === slug) return ' aria-current="page"'
  return page.includes('/') && slug?.startsWith(`${page}/`) ? ' aria-current="true"' : ''
}

/** Links to the page before and the page after, in the order of the menu. */
function neighbours(entry: DocsEntry | undefined, language: Language): string {
  if (!entry) return ''
  const t = speak(language)
  const at = docsEntries.indexOf(entry)
  const link = (other: DocsEntry | undefined, rel: 'prev' | 'next', label: string) => {
    if (!other) return ''
    const href = docsPath(language, other.slug)
    return html`<a rel="${rel}" href="${href}"><span>${label}</span> ${t(other.title)}</a>`
  }
  const links = [link(docsEntries[at - 1], 'prev', t('Before')), link(docsEntries[at + 1], 'next', t('Next'))]
  return html`<p class="neighbours">!${links}</p>`
}

/** The first page: what this is, where this service answers, and every page with what it holds. */
export function docsHome(
  language: Language,
  { publicUrl, isSandbox }: { publicUrl: string; isSandbox: boolean },
): DocsContent {
  const t = speak(language)
  const lead = t(
    'Order courier deliveries from your site or software, follow them, and receive each step by a signed webhook.',
  )
  const aboutKey = t(
    'The API key comes from the courier company. Begin with the sandbox: no courier is sent.',
  )
  const files = [
    `<a href="/openapi.json">${t('OpenAPI 3.1 description')}</a>`,
    `<a href="${changesPath(language)}">${t('Changes as a feed (Atom)')}</a>`,
    '<a href="/llms.txt">llms.txt</a>',
  ]
  return {
    slug: '',
    title: escaped(t('Deliver from your own shop')),
    sections: [],
    html: html`<p class="lead">${lead}</p>
<h2>${isSandbox ? t('This sandbox') : t('This production service')}</h2>
<p>${t('Address of the API')}</p>
!${codeBlock(`${publicUrl}${partnerPath}`)}<p>${aboutKey}</p>
!${everyPage(language)}<p>!${files.join(' · ')}</p>`,
  }
}

/** The page for an address that does not exist. */
export function docsNotFound(language: Language): DocsContent {
  const t = speak(language)
  const lead = t('It may have another address now. This is all that there is.')
  return {
    slug: null,
    title: escaped(t('There is no such page')),
    sections: [],
    html: html`<p class="lead">${lead}</p>!${everyPage(language)}`,
  }
}

function everyPage(language: Language): string {
  const t = speak(language)
  const card = ({ slug, title, summary }: DocsEntry) => {
    const inner = html`<b>${t(title)}</b> <span>${t(summary)}</span>`
    return html`<li><a href="${docsPath(language, slug)}">!${inner}</a></li>`
  }
  return docsGroups
    .map(
      ({ name, entries }) => html`<h2>${t(name)}</h2>
<ul class="cards">!${entries.map(card)}</ul>
`,
    )
    .join('')
}
