import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { kindWords, type Landmark } from '../../../../domain/maps/landmark.ts'
import { orderingWording } from '../ordering-wording.ts'
import type { MessageFields, MessageReading } from '../pasting/chat-message.ts'
import type { OrderField } from './order-form.ts'

/** The field of the form that each field of a message fills. */
const filled: Record<keyof MessageFields, OrderField> = {
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
  const words = orderingWording[language]
  const found = (
    Object.entries(reading.fields) as [keyof MessageFields, { start: number; end: number }][]
  ).map(([name, { start, end }]) => ({ label: words.fields[filled[name]], start, end }))
  const leftOver = reading.leftOver.map(({ value }) => value).join(' · ')
  if (found.length === 0 && !landmark)
    return html`<p class="notice warning" tabindex="-1" autofocus>${words.paste.nothing}</p>`
  return html`<div tabindex="-1" autofocus><h2>${words.paste.found}</h2><dl class="read">!${found.map(
    ({ label, start, end }) =>
      html`<div><dt>${label.split(' (', 1)[0]}</dt><dd><mark>${message.slice(start, end)}</mark></dd></div>`,
  )}</dl>!${landmark ? knownLandmark(landmark, language) : ''}!${leftOver ? html`<p class="hint">${words.paste.leftOver(leftOver)}</p>` : ''}!${reading.unreadLinks.length > 0 ? html`<p class="notice warning">${words.paste.unreadLink}</p>` : ''}</div>`
}

function knownLandmark({ name, kind }: Landmark, language: Language): string {
  const words = orderingWording[language].paste
  return html`<p>${words.landmark(name, kindWords[kind][language])}</p><p><button class="plain" name="act" value="near" formnovalidate>${words.putThere}</button></p>`
}
