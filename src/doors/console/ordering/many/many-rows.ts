import { html } from 'ghtml'
import { fullName } from '../../../../base/kernel/full-name.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { errorBody } from '../../../../contract/errors.ts'
import type { OrderOutcome } from '../../../../domain/deliveries/order/create-deliveries.ts'
import type { PickupAddressRow } from '../../../../domain/shops/shop-store.ts'
import { hiddenField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import type { BulkRow } from './bulk-rows.ts'

/** What the page of many deliveries is drawn from. */
export type ManyScreen = {
  language: Language
  /** By whose dialling rules its phones are read. */
  country: string
  /** The address of the shop's pages. */
  href: string
  /** What was pasted, or the text of the file. */
  table: string
  addresses: readonly PickupAddressRow[]
  pickupAddressId: string
  /** Makes rows that were ordered before new ones; empty unless that was asked for. */
  again: string
  /** Says that the city takes no orders now. */
  closed: WorkspaceNotice | undefined
  /** Whether the service itself writes to customers. */
  writesToPhones: boolean
}

/** The rows of a table of deliveries: before they are ordered, and what became of them. */
export type RowsContent = Omit<ConsoleContent, 'section' | 'title'>

/** What became of each row that was ordered. */
export function outcomeRows(
  screen: ManyScreen,
  rows: readonly BulkRow[],
  outcomes: readonly OrderOutcome[],
): RowsContent {
  const { language, href, writesToPhones } = screen
  const t = speak(language)
  const made = outcomes.flatMap((outcome) => ('delivery' in outcome ? [outcome] : []))
  const replayed = made.filter(({ isReplay }) => isReplay).length
  const refused = outcomes.length - made.length
  const replayedText = t(
    '{count} {count, plural, one {was} other {were}} ordered before: nothing was ordered twice.',
    { count: replayed },
  )
  const refusedText = t('{count} {count, plural, one {was} other {were}} refused.', { count: refused })
  const writeYourself = t(
    'This service sends neither WhatsApp nor SMS. Open each delivery below and send the customer their link by WhatsApp: the message is written already.',
  )
  const ids = made.slice(0, 100).map(({ delivery }) => hiddenField('id', delivery.id))
  const labels = html`<form action="${href}/deliveries/labels">!${ids}
<button class="primary">${t('Print labels')}</button></form>`
  return {
    notice: {
      kind: refused > 0 ? 'warning' : 'done',
      text: t('{count, plural, one {1 delivery is ordered.} other {# deliveries are ordered.}}', {
        count: made.length - replayed,
      }),
    },
    main: html`!${replayed > 0 ? html`<p>${replayedText}</p>` : ''}
!${refused > 0 ? html`<p class="error">${refusedText}</p>` : ''}
!${made.length > 0 && !writesToPhones ? html`<p class="notice warning">${writeYourself}</p>` : ''}
<div class="acts">!${made.length > 0 ? labels : ''}
<a class="button plain" href="${href}/deliveries">${t('See the deliveries')}</a></div>
<ul class="rows">!${outcomes.map((outcome, at) => outcomeRow(screen, rows[at], outcome))}</ul>`,
  }
}

function outcomeRow(
  { language, href }: ManyScreen,
  ordered: BulkRow | undefined,
  outcome: OrderOutcome,
): string {
  const t = speak(language)
  const { firstName, lastName } = ordered?.ready?.input.customer ?? { firstName: '', lastName: '' }
  const shownName = fullName(firstName, lastName)
  const name = html`<strong>${t('Row')} ${ordered?.row}</strong> ${shownName}`
  if ('refusal' in outcome) {
    const { message } = errorBody(outcome.refusal, language)
    return html`<li><div class="line">
<span>!${name}<br><span class="error">${message}</span></span></div></li>`
  }
  const { id, reference } = outcome.delivery
  const became = outcome.isReplay ? t('ordered before') : t('ordered')
  return html`<li><a href="${href}/deliveries/${id}">
<span>!${name}</span><span class="soft">${reference} · ${became}</span></a></li>`
}
