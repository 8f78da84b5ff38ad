import { html } from 'ghtml'
import { type PageFrame, wholePage } from './customer-page.ts'

/** Where customers come back to from a provider's page. The provider is not told the link of the delivery. */
export function returnedPage(frame: PageFrame): string {
  const { t } = frame
  const main = html`<h1>${t('Go back to your delivery')}</h1><p>${t('If you have paid, the page of your delivery shows it in a moment: open it again from the message you received. If not, you can try again there.')}</p>`
  return wholePage(frame, { title: 'Colis', main, hasSwitch: false })
}
