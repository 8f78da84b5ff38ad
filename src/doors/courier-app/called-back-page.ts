import { html } from 'ghtml'
import type { CourierScreen } from '../../domain/matching/courier-screen.ts'
import { actionForm, placeCard } from './action-form-page.ts'
import type { PageFrame } from './courier-page.ts'
import { courierWording } from './courier-wording.ts'

/** Reminds of a parcel that is to be brought back, until the courier says that it is. */
export function calledBackNote(
  frame: PageFrame,
  { key, reference, place }: NonNullable<CourierScreen['calledBack']>,
): string {
  const wording = courierWording[frame.language].calledBack
  return html`<section class="card called-back"><h2>${wording.heading}</h2><p>${wording.lead(reference)}</p>
!${placeCard(frame.language, place)}
!${actionForm(frame, { action: 'parcel-is-back', submit: wording.submit, delivery: key, look: 'plain' })}</section>`
}

/** Tells a courier who was on the way to a shop that they need not go there any more. */
export function calledOffNote(
  frame: PageFrame,
  { reference }: NonNullable<CourierScreen['calledOff']>,
): string {
  const wording = courierWording[frame.language].calledOff
  return html`<section class="card called-back"><h2>${wording.heading}</h2><p>${wording.lead(reference)}</p></section>`
}
