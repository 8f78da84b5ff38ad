import { html } from 'ghtml'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import { actionForm, placeCard } from './action-form-page.ts'
import type { PageFrame } from './courier-page.ts'
import { courierWording } from './courier-wording.ts'

/** A reminder of a parcel to bring back, until the courier declares that it is back. */
export function calledBackNote(
  frame: PageFrame,
  { key, reference, place }: NonNullable<CourierScreen['calledBack']>,
): string {
  const wording = courierWording[frame.language].calledBack
  return html`<section class="card called-back"><h2>${wording.heading}</h2><p>${wording.lead(reference)}</p>
!${placeCard(frame.language, place)}
!${actionForm(frame, { action: 'parcel-is-back', submit: wording.submit, delivery: key, look: 'plain' })}</section>`
}

/** A notice to a courier on the way to a shop that they need not go there any more. */
export function calledOffNote(
  frame: PageFrame,
  { reference }: NonNullable<CourierScreen['calledOff']>,
): string {
  const wording = courierWording[frame.language].calledOff
  return html`<section class="card called-back"><h2>${wording.heading}</h2><p>${wording.lead(reference)}</p></section>`
}
