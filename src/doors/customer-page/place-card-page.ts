import { html } from 'ghtml'
import { type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import type { CustomerWords } from './customer-wording.ts'
import { positionText } from './position-form.ts'

/** Where the parcel goes, until it has arrived, and the way to change it while the courier does not have it. */
export function placeCard(
  frame: PageFrame,
  { dropoff, canChangePlace }: CustomerView,
  words: CustomerWords,
): string {
  if (dropoff === null) return ''
  const { place, confirming } = words
  const { label, zone, landmark, isRough } = dropoff
  const area = [label ?? zone, isRough ? `(${words.approximate})` : ''].filter(Boolean).join(' ')
  const marker = html`<input type="hidden" name="changing" value="1"><button class="plain" name="step" value="change">${confirming.back}</button>`
  return html`<section class="card"><h2>${place.heading}</h2>
<p><strong>${area || positionText(dropoff)}</strong></p>
!${landmark ? html`<p>${confirming.landmark}${place.colon} ${landmark}</p>` : ''}
!${isRough && landmark ? html`<p class="hint">${confirming.byLandmark}</p>` : ''}
!${canChangePlace ? pageForm(frame, marker) : ''}</section>`
}
