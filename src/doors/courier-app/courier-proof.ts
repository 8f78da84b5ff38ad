import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { phoneLinks } from '../../base/kernel/phone-links.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError, errorBody } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { findDelivery } from '../../domain/deliveries/delivery-store.ts'
import {
  type DeliveryFileDeps,
  storeDeliveryFile,
} from '../../domain/deliveries/files/store-delivery-file.ts'
import { type ProofPart, waitedAt } from '../../domain/deliveries/handover-proof/handover-proof.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { languageOf, spokenLanguageOf } from '../../http/response-language.ts'
import { attributesOf, hiddenField } from '../../pages/form-parts.ts'
import { acceptFiles, readSentFiles, refuseLargerForms } from '../../web/read-sent-form.ts'
import { actionForm } from './action-form.ts'
import { countdown } from './countdown-page.ts'
import { errorLine, fieldState } from './courier-fields.ts'
import type { Notice } from './courier-page.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { courierOf } from './signed-in-courier.ts'

/** Where the photo of the place is sent. */
const photoPath = '/courier/handover-photo'

export type ProofTimes = {
  handoverProof: readonly ProofPart[]
  /** Whether shops see photos of hand-overs, so that the courier may take one of any. */
  showsPhotos: boolean
  now: Date
  timeZone: string
  /** What is wrong with the photo that was sent last. */
  photoError?: string | undefined
}

/** Whether a courier has begun with it, and so wants to see it at once. */
export const isBegun = (
  { proof }: CarriedParcel,
  { handoverProof: asked, showsPhotos }: ProofTimes,
): boolean =>
  (asked.includes('WAIT') && proof.arrivedAt !== null) ||
  (asked.includes('PHOTO') && !showsPhotos && proof.hasPhoto)

/** A photo of a hand-over that need not fail, where shops see it. */
export function handoverPhoto(frame: PageFrame, parcel: CarriedParcel, times: ProofTimes): string {
  const { handoverProof, showsPhotos, photoError } = times
  if (!showsPhotos) return ''
  const error = handoverProof.includes('PHOTO') ? undefined : photoError
  const summary = html`<summary>${speak(frame.language)('Photo for the shop')}</summary>`
  return html`<details class="door photo" ${error || parcel.proof.hasPhoto ? 'open' : ''}>!${summary}
!${photoPart(frame.language, parcel, error, 'handover-photo')}</details>`
}

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
  const away = t('A customer who stands there, as one who refuses, need not be called or waited for.')
  const lead = html`<p><strong>${t('Before you report that it cannot be handed over')}</strong></p>`
  return html`<section class="proof" !${fault ? 'tabindex="-1" autofocus' : ''}>!${lead}
!${errorLine('proof', fault)}
!${asked.includes('CALL') ? callPart(frame, parcel, times) : ''}
!${asked.includes('WAIT') ? waitPart(frame, parcel, times.now) : ''}
!${asked.includes('PHOTO') ? photoPart(frame.language, parcel, times.photoError) : ''}
!${asked.includes('CALL') || asked.includes('WAIT') ? html`<p class="hint">${away}</p>` : ''}</section>`
}

/** Says in the form of the failure that the courier called, where the page has not noted it. */
export function declaredCall(
  language: SpokenLanguage,
  { proof: { calledAt } }: CarriedParcel,
  asked: readonly ProofPart[],
  isTyped: boolean,
): string {
  if (!asked.includes('CALL') || calledAt !== null) return ''
  const box = html`<input type="checkbox" name="called" value="yes" ${isTyped ? 'checked' : ''}>`
  return html`<label class="choice">!${box}${speak(language)('I have called the customer')}</label>`
}

/** The hidden form is sent by the script as the courier touches a button that calls the customer. */
function callPart(frame: PageFrame, { key, proof, customer }: CarriedParcel, times: ProofTimes): string {
  const { language } = frame
  const t = speak(language)
  if (proof.calledAt)
    return html`<p>${t('Call noted {at}.', { at: momentText(proof.calledAt, times, language) })}</p>`
  const { call } = phoneLinks(customer.phone)
  const named = t('Call {name}', { name: customer.firstName })
  const noted = actionForm(frame, {
    action: 'called',
    submit: t('I have called the customer'),
    delivery: key,
  })
  return html`!${[
    html`<p>${t('Call the customer.')}</p>`,
    html`<a class="button plain" data-customer href="${call}">${named}</a>`,
    html`<div id="called" hidden>!${noted}</div>`,
  ]}`
}

function waitPart(frame: PageFrame, { key, proof }: CarriedParcel, now: Date): string {
  const { arrivedAt, hasWaited } = proof
  const t = speak(frame.language)
  if (arrivedAt)
    return hasWaited
      ? html`<p>${t('Five minutes waited.')}</p>`
      : countdown(waitedAt(arrivedAt), now, (time) => t('You are there: {time} left', { time }))
  const arrival = actionForm(frame, {
    action: 'at-customer',
    submit: t('I am at the customer’s place'),
    delivery: key,
    look: 'plain',
  })
  return html`<p>${t('Wait five minutes at their place. Say when you are there:')}</p>!${arrival}`
}

function photoPart(
  language: SpokenLanguage,
  { key, proof }: CarriedParcel,
  photoError: string | undefined,
  id = 'place-photo',
): string {
  const t = speak(language)
  const label = proof.hasPhoto
    ? t('The photo of the place was received. Send another:')
    : t('Take a photo of the place (5 MB at most)')
  const file = attributesOf({
    id,
    type: 'file',
    name: 'photo',
    accept: 'image/jpeg,image/png,image/webp',
    capture: 'environment',
    required: true,
    'data-max-bytes': limits.deliveryPhotoBytes,
    'data-too-large': t('This photo is larger than 5 MB. Take a smaller one.'),
  })
  const target = html`method="post" action="${photoPath}" enctype="multipart/form-data"`
  return html`<form !${target} class="stack" data-upload>
!${hiddenField('shop', key.shopId)}!${hiddenField('delivery', key.id)}
<label for="${id}">${label}</label>
<input!${file} !${fieldState(id, photoError)}>
!${errorLine(id, photoError)}
<button class="plain">${t('Send the photo')}</button></form>`
}

/** What the courier's page says after the photo. */
export const photoNotice = (request: FastifyRequest): Notice => ({
  kind: 'done',
  text: speak(spokenLanguageOf(request))('The photo was received.'),
})

type PhotoDeps = DeliveryFileDeps & {
  /** Sends the courier's page with what is wrong with the photo. */
  sendRefusal: (request: FastifyRequest, reply: FastifyReply, photoError: string) => Promise<unknown>
}

const photoFormBytes = limits.deliveryPhotoBytes + 64 * 1024

/** Takes the photo of the place where a parcel cannot be handed over. Behind a session. */
export async function handoverPhotoUpload(app: FastifyInstance, deps: PhotoDeps): Promise<void> {
  await acceptFiles(app, { fields: 2, fieldBytes: 100, fileBytes: limits.deliveryPhotoBytes })
  const upload = {
    config: { hasOwnBodyDeadline: true },
    bodyLimit: photoFormBytes,
    onRequest: refuseLargerForms(photoFormBytes),
  }

  app.post(photoPath, upload, async (request, reply) => {
    const { id: courierId } = courierOf(request)
    const t = speak(spokenLanguageOf(request))
    const { fields, files } = await readSentFiles(request, reply, ['photo'])
    const key = { shopId: fields.shop ?? '', id: fields.delivery ?? '' }
    if (!isUuid(key.shopId) || !isUuid(key.id)) throw new ApiError('REQUEST_MALFORMED')
    const refused = (photoError: string) => deps.sendRefusal(request, reply, photoError)
    if (!files.photo) return refused(t('Choose a photo first.'))
    try {
      const delivery = await findDelivery(deps.db, key)
      if (delivery?.courier_id !== courierId) throw new ApiError('DELIVERY_NOT_FOUND')
      await storeDeliveryFile(deps, key, { kind: 'HANDOVER_PHOTO', bytes: files.photo })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refused(errorBody(error, languageOf(request)).message)
    }
    return reply.redirect('/courier?photo=received', 303)
  })
}
