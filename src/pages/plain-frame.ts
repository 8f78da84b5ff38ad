import { createHash } from 'node:crypto'
import { html } from 'ghtml'
import type { Language } from '../base/kernel/language.ts'
import { companySheets, type PageBrand } from './company-colour.ts'
import { withTokens } from './design-tokens.ts'
import { iconLink, iconPath } from './icon-link.ts'

const body = [
  'margin: 0 auto; padding: 1rem; max-width: 40rem',
  'background: var(--ground); color: var(--ink)',
  'font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  'overflow-wrap: break-word; -webkit-text-size-adjust: 100%',
].join('; ')
const card = [
  'border: 1px solid var(--line); border-radius: .75rem',
  'background: var(--card); text-decoration: none',
].join('; ')

const style = withTokens(`
* { box-sizing: border-box }
html { border-top: 3px solid var(--brand) }
body { ${body} }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem }
a { color: var(--accent) }
header b { color: var(--ink) }
header > :first-child { gap: .5rem; text-decoration: none }
header > :first-child::before { padding: 14px; background: url(${iconPath}); content: "" }
header a, p > a { display: inline-flex; align-items: center; min-height: 3rem }
h1 { margin: .5rem 0; font-size: 1.6rem; line-height: 1.2; text-wrap: balance }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.15rem }
h2 + p { margin-top: 0 }
ul { list-style: none; margin: 0; padding: 0 }
li a { display: block; margin: 0 0 .75rem; padding: .75rem 1rem; ${card} }
li b { display: block; text-decoration: underline }
li span, .soft { color: var(--soft) }
`)

/**
 * The policy of a page that runs nothing and loads nothing but what `further` says; its one style is allowed
 * by its digest.
 */
export const policyWithStyle = (text: string, ...further: string[]): string =>
  policyOf(digestOf(text), further)

const policyOf = (styles: string, further: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${styles}`,
    ...further,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The headers of a page of a few words, which may load the sheet of a company's colour too. */
export const plainPageHeaders = {
  'content-security-policy': policyOf(`'self' ${digestOf(style)}`, ["img-src 'self'"]),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

type PlainPage = {
  title: string
  /** HTML. */
  main: string
  /** HTML beside the name at its top. */
  beside?: string
  brand?: PageBrand
}

/** A page of a few words, the same light or dark. */
export const plainPage = (
  language: Language,
  { title, main, beside = '', brand }: PlainPage,
): string => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
!${iconLink}
<style>!${style}</style>
!${companySheets(brand?.colour).map((href) => html`<link rel="stylesheet" href="${href}">`)}
</head>
<body>
<header><a href="/"><b>${brand?.name ?? 'Colis'}</b></a>!${beside}</header>
<main>!${main}</main>
</body>
</html>
`
