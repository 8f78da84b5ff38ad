import { html } from 'ghtml'
import type { ErrorCode } from '../../contract/errors.ts'
import { serviceCard } from './contact-card.ts'
import { type PageFrame, wholePage } from './customer-page.ts'
import type { CustomerText } from './customer-words.ts'

/**
 * The page for a link that does not work: it reveals nothing of any delivery, and links back where possible.
 */
export function closedPage(frame: PageFrame, code: ErrorCode): string {
  const { t } = frame
  const [heading, text] = closedTexts[code] ?? otherwise
  const way = invalidLinkCodes.includes(code)
    ? ''
    : html`<p><a class="big" href="${frame.path}${frame.query}">${t('Back to the delivery')}</a></p>`
  const main = html`<h1>${t(heading)}</h1><p>${t(text)}</p>!${way}!${serviceCard(frame)}`
  const keeps = code === 'CUSTOMER_LINK_INVALID' || code === 'CUSTOMER_LINK_OVER' ? 'NOTHING' : []
  return wholePage(frame, { title: 'Colis', main, hasSwitch: false, keeps })
}

/** A wrong link must not reveal whether it ever worked. */
const invalidLinkCodes: readonly ErrorCode[] = ['CUSTOMER_LINK_INVALID', 'CUSTOMER_LINK_OVER', 'RATE_LIMITED']

type ClosedText = readonly [heading: CustomerText, text: CustomerText]

const closedTexts: Partial<Record<ErrorCode, ClosedText>> = {
  CUSTOMER_LINK_INVALID: [
    'This link does not open',
    'It may be incomplete. Open it again from the message you received.',
  ],
  CUSTOMER_LINK_OVER: [
    'This page is closed',
    'The delivery is over. If you have a question, contact the shop.',
  ],
  RATE_LIMITED: ['One moment, please', 'Too many tries at once. Try again in a few seconds.'],
  SERVICE_UNAVAILABLE: [
    'One moment, please',
    'The service is resting for a few seconds. Nothing is lost: try again.',
  ],
}
const otherwise: ClosedText = [
  'That did not work',
  'Open the link again from the message you received, then try again.',
]

/** Where customers come back to from a provider's page. The provider is not told the link of the delivery. */
export function returnedPage(frame: PageFrame): string {
  const { t } = frame
  const text = t(
    'If you have paid, the page of your delivery shows it in a moment: open it again from the message you received. If not, you can try again there.',
  )
  const main = html`<h1>${t('Go back to your delivery')}</h1><p>${text}</p>`
  return wholePage(frame, { title: 'Colis', main, hasSwitch: false })
}
