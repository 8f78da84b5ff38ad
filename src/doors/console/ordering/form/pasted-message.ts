import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { kindWords, type Landmark } from '../../../../domain/maps/landmark.ts'
import { textArea } from '../../../../pages/form-parts.ts'
import { speak } from '../../console-words.ts'
import type { MessageFields, MessageReading } from '../pasting/chat-message.ts'
import { orderFields } from './order-form.ts'

/** A message that was pasted, what was read in it, and the landmark of the map that it names. */
type Pasted = {
  language: Language
  message: string | undefined
  reading: MessageReading | null
  landmark: Landmark | null
}

/** The field of the form that each field of a message fills. */
const filled: Record<keyof MessageFields, keyof typeof orderFields> = {
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  goodsAmountFcfa: 'amount',
  zone: 'zone',
  landmark: 'landmark',
  category: 'category',
  mode: 'mode',
  fragile: 'fragile',
  position: 'position',
}

/** The box that a message is pasted into, open until something else was typed. */
export function pasteBox(pasted: Pasted): string {
  const { language, message, reading } = pasted
  const t = speak(language)
  const example = t(
    'For example: “Afi Dossou 97 00 00 01, dress, 15000, Cadjèhoun near the pharmacy”. You check, then tap “Order”.',
  )
  const { label, attributes } = orderFields.message
  const box = textArea({
    name: 'message',
    label: t(label),
    value: message,
    ...(!reading && { hint: example }),
    attributes,
  })
  const isOpen = message === undefined || message !== ''
  const [paste, fill] = [t('Paste the customer’s message'), t('Fill in from this message')]
  return html`<details class="card"!${isOpen ? ' open' : ''}><summary>${paste}</summary>
!${reading ? readingOf(pasted, reading) : ''}!${box}
<p><button class="plain" name="act" value="read" formnovalidate id="read-message">${fill}</button></p>
</details>`
}

/**
 * What was taken from a message and from where: each field with the words that it was read from; and the
 * landmark of the map that it names, at which the point can be put.
 */
function readingOf({ language, message = '', landmark }: Pasted, reading: MessageReading): string {
  const t = speak(language)
  const found = Object.entries(reading.fields) as [keyof MessageFields, { start: number; end: number }][]
  if (found.length === 0 && !landmark && Object.keys(reading.choices).length === 0) {
    const nothing = t('We recognised nothing in this message. Fill in the fields yourself.')
    return html`<p class="notice warning" tabindex="-1" autofocus>${nothing}</p>`
  }
  const rows = found.map(([name, { start, end }]) => {
    const [label] = t(orderFields[filled[name]].label).split(' (', 1)
    return html`<div><dt>${label}</dt><dd><mark>${message.slice(start, end)}</mark></dd></div>`
  })
  if (found.length === 0 && !landmark) return ''
  const leftOver = reading.leftOver.map(({ value }) => value).join(' · ')
  const shortLink = t(
    'This short link does not contain the position. Open it, then copy the numbers or the long link of the map; otherwise the customer shows the place themselves.',
  )
  return html`<div tabindex="-1" autofocus><h2>${t('Read in the message')}</h2>
<dl class="read">!${rows}</dl>!${landmark ? knownLandmark(landmark, language) : ''}
!${leftOver ? html`<p class="hint">${t('Not used: {text}', { text: leftOver })}</p>` : ''}
!${reading.unreadLinks.length > 0 ? html`<p class="notice warning">${shortLink}</p>` : ''}</div>`
}

function knownLandmark({ name, kind }: Landmark, language: Language): string {
  const t = speak(language)
  const known = t('Landmark known on the map: {name} ({kind}).', { name, kind: kindWords[kind][language] })
  const put = t('Put the point at this landmark')
  return html`<p>${known}</p>
<p><button class="plain" name="act" value="near" formnovalidate>${put}</button></p>`
}
