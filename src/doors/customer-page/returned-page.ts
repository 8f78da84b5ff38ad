import { html } from 'ghtml'
import { type PageFrame, wholePage } from './customer-page.ts'
import { customerWording } from './customer-wording.ts'

/** Where customers come back to from a provider's page. The provider is not told the link of the delivery. */
export function returnedPage(frame: PageFrame): string {
  const { heading, text } = customerWording[frame.language].paid.returned
  return wholePage(frame, { title: 'Colis', main: html`<h1>${heading}</h1><p>${text}</p>`, hasSwitch: false })
}
