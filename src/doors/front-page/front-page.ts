import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import type { PageBrand } from '../../pages/company-colour.ts'
import { withFixedSpaces } from '../../pages/french-spaces.ts'
import { plainPage } from '../../pages/plain-frame.ts'
import { speak } from './front-words.ts'

/** What differs from one installation to another. */
export type FrontFacts = {
  isSandbox: boolean
  brand: PageBrand
  supportEmail: string | null
}

/** What this service is, and a link for each of its users; it needs no script and loads nothing. */
export function frontPage(language: Language, { isSandbox, brand, supportEmail }: FrontFacts): string {
  const t = speak(language)
  const other = language === 'fr' ? { code: 'en', name: 'English' } : { code: 'fr', name: 'Français' }
  const link = (href: string, title: string, text: string) =>
    html`<li><a href="${href}"><b>${title}</b><span>${text}</span></a></li>`
  const lead = t(
    'A shop orders a trip. The customer shows on the map where to deliver. A courier brings the parcel, and everybody follows each step.',
  )
  const customers = t(
    'Open the link that you got by WhatsApp, by SMS or from your shop: everything is done there, without an account.',
  )
  const links = [
    link('/console', t('Shops'), t('Order a trip, follow your parcels and your sales.')),
    link('/courier', t('Couriers'), t('Go on duty, accept trips, see your earnings.')),
    link(`/docs/${language}`, t('Developers'), t('Connect a shop through the API: guide, webhooks, errors.')),
    link('/operations', t('Operations'), t('For those who run the service.')),
  ]
  const openings = [
    link('/console/open-shop', t('Open a shop'), t('It takes two minutes, with a phone or a mail address.')),
    link('/courier/apply', t('Become a courier'), t('Apply with your phone, a photo and your papers.')),
  ]
  const ends = [
    supportEmail === null ? '' : html`<a href="mailto:${supportEmail}">${supportEmail}</a> · `,
    html`<a href="/status">${t('State of the service')}</a>`,
    html` · <a href="/health/ready">/health/ready</a>`,
  ]
  const codes = html`lang="${other.code}" hreflang="${other.code}"`
  const main = html`<h1>${t('Deliveries for online shops')}</h1>
<p>${lead}</p>
!${brand.name === null ? '' : html`<p>${t('A service of {company}.', { company: brand.name })}</p>`}
!${isSandbox ? html`<p><strong>${t('This is a sandbox: no courier is sent.')}</strong></p>` : ''}
<h2>${t('Are you expecting a parcel?')}</h2>
<p>${customers}</p>
<h2>${t('Sign in')}</h2>
<ul>!${links}</ul>
<h2>${t('Not with us yet?')}</h2>
<ul>!${openings}</ul>
<p class="soft">!${ends}</p>`
  return plainPage(language, {
    title: t('Colis · deliveries for online shops'),
    brand,
    main: language === 'fr' ? withFixedSpaces(main) : main,
    beside: html`<a href="/?lang=${other.code}" !${codes}>${other.name}</a>`,
  })
}
