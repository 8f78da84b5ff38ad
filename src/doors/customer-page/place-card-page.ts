import { html } from 'ghtml'
import { type PageFrame, pageForm } from './customer-page.ts'
import type { CustomerView } from './customer-view.ts'
import { positionText } from './position-form.ts'

/** Where the parcel goes, until it has arrived, and the way to change it while the courier does not have it. */
export function placeCard(frame: PageFrame, { dropoff, canChangePlace }: CustomerView): string {
  if (dropoff === null) return ''
  const { t } = frame
  const { label, zone, landmark, isRough } = dropoff
  const area = [label ?? zone, isRough ? `(${t('approximate')})` : ''].filter(Boolean).join(' ')
  const marker = html`<input type="hidden" name="changing" value="1"><button class="plain" name="step" value="change">${t('Change')}</button>`
  return html`<section class="card"><h2>${t('We deliver here')}</h2>
<p><strong>${area || positionText(dropoff)}</strong></p>
!${landmark ? html`<p>${t('Landmark: {landmark}', { landmark })}</p>` : ''}
!${isRough && landmark ? html`<p class="hint">${t('The courier will find you by this landmark, and may call you.')}</p>` : ''}
!${canChangePlace ? pageForm(frame, marker) : ''}</section>`
}
