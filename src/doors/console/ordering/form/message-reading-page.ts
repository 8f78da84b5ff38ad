import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
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

/** What was taken from a message and from where: each field with the words that it was read from. */
export function messageReading(message: string, reading: MessageReading, language: Language): string {
  const words = orderingWording[language]
  const found = (
    Object.entries(reading.fields) as [keyof MessageFields, { start: number; end: number }][]
  ).map(([name, { start, end }]) => ({ label: words.fields[filled[name]], start, end }))
  const leftOver = reading.leftOver.map(({ value }) => value).join(' · ')
  if (found.length === 0)
    return html`<p class="notice warning" tabindex="-1" autofocus>${words.paste.nothing}</p>`
  return html`<div tabindex="-1" autofocus><h2>${words.paste.found}</h2><dl class="read">!${found.map(
    ({ label, start, end }) =>
      html`<div><dt>${label.split(' (', 1)[0]}</dt><dd><mark>${message.slice(start, end)}</mark></dd></div>`,
  )}</dl>!${leftOver ? html`<p class="hint">${words.paste.leftOver(leftOver)}</p>` : ''}!${reading.unreadLinks.length > 0 ? html`<p class="notice warning">${words.paste.unreadLink}</p>` : ''}</div>`
}
