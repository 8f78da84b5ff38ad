import { html } from 'ghtml'
import type { ErrorCode } from '../../base/contract/errors.ts'
import { serviceCard } from './contact-card.ts'
import { type PageFrame, wholePage } from './customer-page.ts'
import { customerWording } from './customer-wording.ts'

/**
 * The page for a link that does not work: it reveals nothing of any delivery, and links back where possible.
 */
export function closedPage(frame: PageFrame, code: ErrorCode): string {
  const { closed } = customerWording[frame.language]
  const { heading, text } = isWorded(code, closed) ? closed[code] : closed.otherwise
  const way = invalidLinkCodes.includes(code)
    ? ''
    : html`<p><a class="big" href="${frame.path}${frame.query}">${closed.back}</a></p>`
  const main = html`<h1>${heading}</h1><p>${text}</p>!${way}!${serviceCard(frame)}`
  return wholePage(frame, { title: 'Colis', main, hasSwitch: false })
}

/** A wrong link must not reveal whether it ever worked. */
const invalidLinkCodes: readonly ErrorCode[] = ['CUSTOMER_LINK_INVALID', 'CUSTOMER_LINK_OVER', 'RATE_LIMITED']

type WordedCode = Extract<ErrorCode, keyof (typeof customerWording)['fr']['closed']>

const isWorded = (code: ErrorCode, words: object): code is WordedCode => code in words
