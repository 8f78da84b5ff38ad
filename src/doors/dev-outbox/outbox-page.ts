import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import { translator } from '../../base/kernel/translate.ts'
import type { OutgoingMessage } from '../../domain/messages/channels/message-channel.ts'
import { filled } from '../../domain/messages/message-text.ts'
import { messageWording } from '../../domain/messages/message-wording.ts'
import { withFixedSpaces } from '../../pages/french-spaces.ts'
import { iconLink } from '../../pages/icon-link.ts'
import { policyWithStyle } from '../../pages/plain-frame.ts'
import french from '../../words/dev-outbox.fr.json' with { type: 'json' }

/** A message, and the same in the other languages that its reader may know. */
type ShownMessage = { message: OutgoingMessage; others: readonly OutgoingMessage[]; sentAt: Date }

const soft = 'color: light-dark(#4a4f57, #c3c7cf)'
const touchable = 'display: inline-flex; align-items: center; min-height: 44px; min-width: 44px'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; }
h1 { font-size: 1.4rem; margin: 0; }
article { border: 1px solid #8886; border-radius: .75rem; padding: .75rem 1rem; margin: 1rem 0; }
article p { margin: .25rem 0; overflow-wrap: anywhere; }
.about { font-size: .9rem; ${soft}; display: flex; flex-wrap: wrap; gap: 0 1rem; }
.other { ${soft}; border-top: 1px dashed #8886; margin-top: .5rem; padding-top: .5rem; }
a { ${touchable}; color: light-dark(#0b4bb3, #a8c7fa); }
`

/** The page loads its icon alone and runs nothing. */
export const outboxPolicy = policyWithStyle(style, "img-src 'self'")

const { speak } = translator({ fr: french })

/** The last messages, newest first, each in both languages, its own first. Everything in them is escaped. */
export function outboxPage(
  messages: readonly ShownMessage[],
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const t = speak(language)
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const lead = t(
    'Without WhatsApp and mail, messages stay on this machine: this is what everybody would have received.',
  )
  const none = t('Nothing yet. Create a delivery without a drop-off: its customer will be sent a link.')
  const articles = messages.map((shown) => article(shown, time))
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('Outbox')} · Colis</title>
!${iconLink}
<style>!${style}</style>
</head>
<body>
<header><h1>${t('Outbox')}</h1><a href="/dev/outbox">${t('Refresh')}</a></header>
<p>${lead}</p>
<main>
!${articles.length === 0 ? html`<p>${none}</p>` : articles}
</main>
</body>
</html>
`
}

function article({ message, others, sentAt }: ShownMessage, time: Intl.DateTimeFormat): string {
  const about = [
    html`<time datetime="${sentAt.toISOString()}">${time.format(sentAt)}</time>`,
    html`<span>${message.kind}</span>`,
    html`<span>${message.address}</span>`,
  ]
  return html`<article>
<p class="about">!${about}</p>
!${wordsIn(message)}
!${others.map((other) => html`<div class="other">!${wordsIn(other)}</div>`).join('')}
</article>
`
}

function wordsIn({ kind, language, words, link }: OutgoingMessage): string {
  const { body, button } = messageWording(kind, language)
  const leads = link && button ? html`<p><a href="${link.url}">${button}</a></p>` : ''
  const text = html`<p>${filled(body, words)}</p>!${leads}`
  return html`<div lang="${language}">!${language === 'fr' ? withFixedSpaces(text) : text}</div>`
}
