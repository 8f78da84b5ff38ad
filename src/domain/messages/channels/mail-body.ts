import { html } from 'ghtml'
import { colourOf } from '../../../pages/design-tokens.ts'
import { withFixedSpaces } from '../../../pages/french-spaces.ts'
import { companyName, type Rules } from '../../../rules.ts'
import { filled, oneLine } from '../message-text.ts'
import { messageWording } from '../message-wording.ts'
import type { OutgoingMessage } from './message-channel.ts'

const ground = `margin:0;padding:16px;background:${colourOf('ground')};color:${colourOf('ink')}`
const paper = 'max-width:34rem;margin:0 auto;font:16px/1.5 system-ui,Roboto,sans-serif'
const pressed =
  'display:inline-block;padding:12px 18px;border-radius:8px;font-weight:700;text-decoration:none'
const foot = `color:${colourOf('soft')};font-size:14px`

/** A message as mail: a subject on one line, the text, and the same as HTML with the names of those who write. */
export function mailBody(
  { kind, language, words, link, logo }: OutgoingMessage,
  rules: Rules,
): { subject: string; text: string; html: string } {
  const wording = messageWording(kind, language)
  const [subject, body] = [filled(wording.subject, words), filled(wording.body, words)]
  const button = link && wording.button ? { label: wording.button, url: link.url } : undefined
  const paragraph = html`${body}`
  const company = companyName(rules)
  const inBrand = `background:${rules.COMPANY_COLOUR ?? colourOf('brand')};color:#fff`
  const picture = logo ? html`<p><img src="${logo}" alt="" width="56" height="56"></p>` : ''
  return {
    subject: oneLine(subject),
    text: button ? `${body}\n\n${button.label}\n${button.url}\n` : `${body}\n`,
    html: html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${ground}"><div style="${paper}">
<p style="${inBrand};padding:12px 16px;border-radius:8px;font-weight:700">${company ?? 'Colis'}</p>
!${picture}<p>!${language === 'fr' ? withFixedSpaces(paragraph) : paragraph}</p>
!${button ? html`<p><a href="${button.url}" style="${inBrand};${pressed}">${button.label}</a></p>` : ''}
!${company === null ? '' : html`<p style="${foot}">Colis, ${company}</p>`}
</div></body>
</html>
`,
  }
}
