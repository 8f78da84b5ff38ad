import { html } from 'ghtml'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import { actionForm } from './action-form.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { placeCard, reachButtons } from './reach-page.ts'

/**
 * A reminder of a parcel to bring back, until the courier declares that it is back; `isMain` where the page
 * is about nothing else.
 */
export function calledBackNote(
  frame: PageFrame,
  { key: delivery, reference, place }: NonNullable<CourierScreen['calledBack']>,
  { isMain }: { isMain: boolean },
): string {
  const t = speak(frame.language)
  const title = t('Delivery cancelled')
  const heading = isMain ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`
  const lead = t(
    'The shop cancelled delivery {reference}. Bring the parcel back before you take another trip.',
    { reference },
  )
  const isBack = actionForm(frame, {
    action: 'parcel-is-back',
    submit: t('It is back'),
    delivery,
    look: 'plain',
  })
  return html`<section class="card called-back">!${heading}<p>${lead}</p>
!${placeCard(frame.language, place)}
!${reachButtons(frame.language, { ...place, reference })}
!${isBack}</section>`
}

/**
 * A notice to a courier on the way to a shop that they need not go there any more, until they put it away.
 */
export function calledOffNote(
  frame: PageFrame,
  { key: delivery, reference }: NonNullable<CourierScreen['calledOff']>,
): string {
  const t = speak(frame.language)
  const title = t('Delivery cancelled')
  const lead = t('Delivery {reference} is cancelled: do not go there any more.', { reference })
  return html`<section class="card called-back"><h2>${title}</h2><p>${lead}</p>
!${actionForm(frame, { action: 'put-away', submit: t('I understand'), delivery, look: 'plain' })}</section>`
}
