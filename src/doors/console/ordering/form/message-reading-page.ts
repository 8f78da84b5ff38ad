import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { kindWords, type Landmark } from '../../../../domain/maps/landmark.ts'
import { speak } from '../../console-words.ts'
import { orderingFields } from '../ordering-wording.ts'
import type { MessageFields, MessageReading } from '../pasting/chat-message.ts'

/** The field of the form that each field of a message fills. */
const filled: Record<keyof MessageFields, keyof typeof orderingFields> = {
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

/**
 * What was taken from a message and from where: each field with the words that it was read from; and the landmark of the
 * map that it names, at which the point can be put.
 */
export function messageReading(
  message: string,
  reading: MessageReading,
  { language, landmark }: { language: Language; landmark: Landmark | null },
): string {
  const t = speak(language)
  const found = (
    Object.entries(reading.fields) as [keyof MessageFields, { start: number; end: number }][]
  ).map(([name, { start, end }]) => ({ label: t(orderingFields[filled[name]]), start, end }))
  const leftOver = reading.leftOver.map(({ value }) => value).join(' · ')
  if (found.length === 0 && !landmark)
    return html`<p class="notice warning" tabindex="-1" autofocus>${t('We recognised nothing in this message. Fill in the fields yourself.')}</p>`
  return html`<div tabindex="-1" autofocus><h2>${t('Read in the message')}</h2><dl class="read">!${found.map(
    ({ label, start, end }) =>
      html`<div><dt>${label.split(' (', 1)[0]}</dt><dd><mark>${message.slice(start, end)}</mark></dd></div>`,
  )}</dl>!${landmark ? knownLandmark(landmark, language) : ''}!${leftOver ? html`<p class="hint">${t('Not used: {text}', { text: leftOver })}</p>` : ''}!${reading.unreadLinks.length > 0 ? html`<p class="notice warning">${t('This short link does not contain the position. Open it, then copy the numbers or the long link of the map; otherwise the customer shows the place themselves.')}</p>` : ''}</div>`
}

function knownLandmark({ name, kind }: Landmark, language: Language): string {
  const t = speak(language)
  return html`<p>${t('Landmark known on the map: {name} ({kind}).', { name, kind: kindWords[kind][language] })}</p><p><button class="plain" name="act" value="near" formnovalidate>${t('Put the point at this landmark')}</button></p>`
}
