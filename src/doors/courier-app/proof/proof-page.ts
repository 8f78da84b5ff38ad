import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { phoneLinks } from '../../../base/kernel/phone-links.ts'
import { limits } from '../../../contract/limits.ts'
import { type ProofPart, waitedAt } from '../../../domain/deliveries/handover-proof/handover-proof.ts'
import type { CarriedParcel } from '../../../domain/matching/courier-screen.ts'
import { actionForm } from '../action-form-page.ts'
import { countdown } from '../countdown-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { speak } from '../courier-words.ts'
import { errorLine, fieldState } from '../field-error-page.ts'

/** Where the photo of the place is sent. */
export const handoverPhotoPath = '/courier/handover-photo'

type ProofTimes = {
  handoverProof: readonly ProofPart[]
  now: Date
  timeZone: string
  /** What is wrong with the photo that was sent last. */
  photoError?: string | undefined
}

/** Whether a courier has begun with it, and so wants to see it at once. */
export const isBegun = ({ proof }: CarriedParcel, asked: readonly ProofPart[]): boolean =>
  (asked.includes('WAIT') && proof.arrivedAt !== null) || (asked.includes('PHOTO') && proof.hasPhoto)

/**
 * What the operator wants done before a hand-over is given up, with what was done of it; nothing where
 * nothing is. It is shown first where the failure was sent without it, with what is wrong.
 */
export function proofList(
  frame: PageFrame,
  parcel: CarriedParcel,
  times: ProofTimes,
  fault: string | undefined,
): string {
  const { handoverProof: asked } = times
  if (asked.length === 0) return ''
  const t = speak(frame.language)
  const away = asked.includes('CALL') || asked.includes('WAIT')
  return html`<section class="proof" !${fault ? 'tabindex="-1" autofocus' : ''}><p><strong>${t('Before you report that it cannot be handed over')}</strong></p>
!${errorLine('proof', fault)}
!${asked.includes('CALL') ? callPart(frame, parcel, times) : ''}
!${asked.includes('WAIT') ? waitPart(frame, parcel, times.now) : ''}
!${asked.includes('PHOTO') ? photoPart(frame.language, parcel, times.photoError) : ''}
!${away ? html`<p class="hint">${t('A customer who stands there, as one who refuses, need not be called or waited for.')}</p>` : ''}</section>`
}

/** Says in the form of the failure that the courier called, where the page has not noted it. */
export const declaredCall = (
  language: SpokenLanguage,
  { proof: { calledAt } }: CarriedParcel,
  asked: readonly ProofPart[],
  isTyped: boolean,
): string =>
  asked.includes('CALL') && calledAt === null
    ? html`<label class="choice"><input type="checkbox" name="called" value="yes" ${isTyped ? 'checked' : ''}>${speak(language)('I have called the customer')}</label>`
    : ''

/** The hidden form is sent by the script as the courier touches a button that calls the customer. */
function callPart(frame: PageFrame, { key, proof, customer }: CarriedParcel, times: ProofTimes): string {
  const t = speak(frame.language)
  if (proof.calledAt)
    return html`<p>${t('Call noted {at}.', { at: momentText(proof.calledAt, times, frame.language) })}</p>`
  return html`<p>${t('Call the customer.')}</p>!${callButton(frame.language, customer)}<div id="called" hidden>!${actionForm(frame, { action: 'called', submit: t('I have called the customer'), delivery: key })}</div>`
}

const callButton = (language: SpokenLanguage, { firstName, phone }: CarriedParcel['customer']): string =>
  html`<a class="button plain" data-customer href="${phoneLinks(phone).call}">${speak(language)('Call {name}', { name: firstName })}</a>`

function waitPart(frame: PageFrame, { key, proof }: CarriedParcel, now: Date): string {
  const { arrivedAt, hasWaited } = proof
  const t = speak(frame.language)
  if (!arrivedAt)
    return html`<p>${t('Wait five minutes at their place. Say when you are there:')}</p>!${actionForm(frame, { action: 'at-customer', submit: t('I am at the customer’s place'), delivery: key, look: 'plain' })}`
  return hasWaited
    ? html`<p>${t('Five minutes waited.')}</p>`
    : countdown(waitedAt(arrivedAt), now, (time) => t('You are there: {time} left', { time }))
}

function photoPart(
  language: SpokenLanguage,
  { key, proof }: CarriedParcel,
  photoError: string | undefined,
): string {
  const t = speak(language)
  return html`<form method="post" action="${handoverPhotoPath}" enctype="multipart/form-data" class="stack" data-upload>
<input type="hidden" name="shop" value="${key.shopId}"><input type="hidden" name="delivery" value="${key.id}">
<label for="place-photo">${proof.hasPhoto ? t('The photo of the place was received. Send another:') : t('Take a photo of the place (5 MB at most)')}</label>
<input id="place-photo" type="file" name="photo" accept="image/jpeg,image/png,image/webp" capture="environment" required data-max-bytes="${limits.deliveryPhotoBytes}" data-too-large="${t('This photo is larger than 5 MB. Take a smaller one.')}" !${fieldState('place-photo', photoError)}>
!${errorLine('place-photo', photoError)}
<button class="plain">${t('Send the photo')}</button></form>`
}
