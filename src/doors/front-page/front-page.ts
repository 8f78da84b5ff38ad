import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { withFixedSpaces } from '../../base/pages/french-spaces.ts'
import { plainPage } from '../../base/pages/plain-frame.ts'
import { frontWording } from './front-wording.ts'

/** What differs from one installation to another. */
export type FrontFacts = {
  isSandbox: boolean
  /** Who runs the service; null where it has not said. */
  company: string | null
  supportEmail: string | null
}

/** What this service is, and a link for each of its users; it needs no script and loads nothing. */
export function frontPage(language: Language, { isSandbox, company, supportEmail }: FrontFacts): string {
  const words = frontWording[language]
  const { other } = words
  const link = ({ href, title, text }: { href: string; title: string; text: string }) =>
    html`<li><a href="${href}"><b>${title}</b><span>${text}</span></a></li>`
  const main = html`<h1>${words.heading}</h1>
<p>${words.what}</p>
!${company === null ? '' : html`<p>${words.company(company)}</p>`}
!${isSandbox ? html`<p><strong>${words.sandbox}</strong></p>` : ''}
<h2>${words.customersHeading}</h2>
<p>${words.customers}</p>
<h2>${words.choose}</h2>
<ul>!${words.links.map(link).join('')}</ul>
<p class="soft">!${supportEmail === null ? '' : html`<a href="mailto:${supportEmail}">${supportEmail}</a> · `}<a href="/health/ready">${words.health}</a></p>`
  return plainPage(language, {
    title: words.title,
    main: language === 'fr' ? withFixedSpaces(main) : main,
    beside: html`<a href="/?lang=${other.code}" lang="${other.code}" hreflang="${other.code}">${other.name}</a>`,
  })
}
