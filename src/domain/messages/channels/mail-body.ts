import { html } from 'ghtml'
import { withFixedSpaces } from '../../../pages/french-spaces.ts'
import { filled, oneLine } from '../message-text.ts'
import { messageWording } from '../message-wording.ts'
import type { OutgoingMessage } from './message-channel.ts'

/** A message as mail: a subject on one line, the text, and the same as HTML. */
export function mailBody({ kind, language, words, link }: OutgoingMessage): {
  subject: string
  text: string
  html: string
} {
  const wording = messageWording(kind, language)
  const [subject, body] = [filled(wording.subject, words), filled(wording.body, words)]
  const button = link && wording.button ? { label: wording.button, url: link.url } : undefined
  const paragraph = html`${body}`
  return {
    subject: oneLine(subject),
    text: button ? `${body}\n\n${button.label}\n${button.url}\n` : `${body}\n`,
    html: html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
<p>!${language === 'fr' ? withFixedSpaces(paragraph) : paragraph}</p>
!${button ? html`<p><a href="${button.url}">${button.label}</a></p>` : ''}
</body>
</html>
`,
  }
}
