import { html } from 'ghtml'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import { actionForm, placeCard } from './action-form-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { courierWording } from './courier-wording.ts'
import { reachButtons } from './reach-page.ts'

/**
 * A reminder of a parcel to bring back, until the courier declares that it is back; `isMain` where the page is about
 * nothing else.
 */
export function calledBackNote(
  frame: PageFrame,
  { key, reference, place }: NonNullable<CourierScreen['calledBack']>,
  { isMain }: { isMain: boolean },
): string {
  const wording = courierWording[frame.language].calledBack
  return html`<section class="card called-back">!${isMain ? html`<h1>${wording.heading}</h1>` : html`<h2>${wording.heading}</h2>`}<p>${wording.lead(reference)}</p>
!${placeCard(frame.language, place)}
!${reachButtons(frame.language, { ...place, reference })}
!${actionForm(frame, { action: 'parcel-is-back', submit: wording.submit, delivery: key, look: 'plain' })}</section>`
}

/** A notice to a courier on the way to a shop that they need not go there any more, until they put it away. */
export function calledOffNote(
  frame: PageFrame,
  { key, reference }: NonNullable<CourierScreen['calledOff']>,
): string {
  const wording = courierWording[frame.language].calledOff
  return html`<section class="card called-back"><h2>${wording.heading}</h2><p>${wording.lead(reference)}</p>
!${actionForm(frame, { action: 'put-away', submit: wording.submit, delivery: key, look: 'plain' })}</section>`
}
