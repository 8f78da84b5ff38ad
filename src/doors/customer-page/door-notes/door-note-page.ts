import { html } from 'ghtml'
import { limits } from '../../../contract/limits.ts'
import type { DeliveryFileKind } from '../../../domain/deliveries/deliveries-tables.ts'
import { doorNoteKinds } from '../../../domain/deliveries/files/delivery-file.ts'
import type { DeliveryFile } from '../../../domain/deliveries/files/delivery-file-store.ts'
import { notice, type PageFrame, parcelTitle, wholePage } from '../customer-page.ts'
import type { CustomerView } from '../customer-view.ts'
import type { CustomerText } from '../customer-words.ts'

/** Where the page is, below the page of its delivery. */
export const doorPath = ({ path }: Pick<PageFrame, 'path'>): string => `${path}/door`

/** What its forms do. */
export const doorActs = ['photo', 'voice', 'remove-photo', 'remove-voice'] as const
export type DoorAct = (typeof doorActs)[number]

/** What was just done. */
export type DoorDone = 'photo' | 'voice' | 'photo-removed' | 'voice-removed'

type DoorScreen = {
  files: readonly DeliveryFile[]
  done?: DoorDone | undefined
  /** What was wrong, in words. */
  fault?: string | undefined
}

/** The line on the page of a delivery that leads here, or says what the courier already has. */
export function doorLink(frame: PageFrame, files: readonly DeliveryFile[]): string {
  const { t } = frame
  const kinds = doorNoteKinds.filter((kind) => files.some((file) => file.kind === kind))
  const [first] = kinds
  const says =
    first &&
    (kinds.length > 1
      ? t('Your photo and your voice message are ready for the courier.')
      : first === 'DOOR_PHOTO'
        ? t('Your photo is ready for the courier.')
        : t('Your voice message is ready for the courier.'))
  const href = `${doorPath(frame)}${frame.query}`
  if (says)
    return html`<p class="hint">${says}<br>
<a class="plain" href="${href}">${t('See, hear or change them')}</a></p>`
  const add = html`<a class="plain" href="${href}">${t('Add a photo of the door or a voice message')}</a>`
  return html`<p class="hint">!${add}<br>${t('So that the courier finds you faster.')}</p>`
}

/**
 * The page on which a customer leaves a photo of the door and a voice note, sees and hears them, and takes
 * them back.
 */
export function doorPage(frame: PageFrame, view: CustomerView, { files, done, fault }: DoorScreen): string {
  const { t } = frame
  const of = (kind: DeliveryFileKind) => files.find((file) => file.kind === kind)
  const kept = t('Only your courier sees and hears them. We delete them a day after the delivery has ended.')
  const main = html`<div id="door" data-say="${JSON.stringify(scriptTexts(t))}">
<h1>${t('Help the courier find your door')}</h1>
<p>${t('Show your door in a photo, or explain the way aloud. You need not do either.')}</p>
!${fault === undefined ? '' : notice(fault)}
!${done ? html`<p class="done" role="status">${t(doneTexts[done])}</p>` : ''}
!${photoCard(frame, of('DOOR_PHOTO'))}
!${voiceCard(frame, of('VOICE_NOTE'))}
<p class="hint">${kept}</p>
<p><a class="big" href="${frame.path}${frame.query}">${t('Back to the delivery')}</a></p>
</div>`
  return wholePage(frame, { title: parcelTitle(frame, view), main, hasSwitch: false })
}

function photoCard(frame: PageFrame, photo: DeliveryFile | undefined): string {
  const { t } = frame
  const fields = html`<label for="taken">${t('Take a photo')}</label>
<input type="file" id="taken" name="taken" accept="image/*" capture="environment">
<label for="chosen">${t('Choose a photo on the phone')}</label>
<input type="file" id="chosen" name="chosen" accept="image/*">`
  const shown = photo
    ? html`<img class="door" src="${doorPath(frame)}/${photo.id}" alt="${t('The photo of your door')}"
loading="lazy">!${removeForm(frame, 'remove-photo', t('Remove the photo'))}`
    : ''
  return html`<section class="card"><h2>${t('Photo of the door')}</h2>
!${shown}
!${fileForm(frame, 'photo', fields, t('Send the photo'))}
<p class="hint" id="photo-says" role="status"></p></section>`
}

function voiceCard(frame: PageFrame, note: DeliveryFile | undefined): string {
  const { t } = frame
  const shown = t('Your message')
  const submit = t('Send the message')
  const fields = html`<label for="sound">${t('Choose a recording ({seconds} at most)', { seconds })}</label>
<input type="file" id="sound" name="sound" accept="audio/*">`
  const record = t('Record a voice message ({seconds})', { seconds })
  const example = t('For example: “After the pharmacy, second street on the right, blue gate.”')
  const left = note
    ? html`<audio controls preload="none" src="${doorPath(frame)}/${note.id}"
aria-label="${shown}"></audio>!${removeForm(frame, 'remove-voice', t('Delete the message'))}`
    : html`<p class="hint">${example}</p>`
  return html`<section class="card"><h2>${t('Voice message')}</h2>
!${left}
<button type="button" class="big" id="record" hidden>${record}</button>
<p class="hint" id="voice-says" role="status"></p>
<div id="heard" hidden><audio controls aria-label="${shown}"></audio><button
type="button" class="big" id="send">${submit}</button></div>
!${fileForm(frame, 'voice', fields, submit)}</section>`
}

const fileForm = (frame: PageFrame, act: DoorAct, fields: string, submit: string): string =>
  html`<form method="post" action="${doorPath(frame)}${frame.query}" enctype="multipart/form-data"
id="${act}-form">
<input type="hidden" name="act" value="${act}">
!${fields}
<button class="big">${submit}</button></form>`

const removeForm = (frame: PageFrame, act: DoorAct, submit: string): string =>
  html`<form method="post" action="${doorPath(frame)}${frame.query}">
<button class="plain" name="act" value="${act}">${submit}</button></form>`

const seconds = `${limits.voiceNoteSeconds}\u00a0s`

const doneTexts: Record<DoorDone, CustomerText> = {
  photo: 'Done: your courier will see the photo.',
  voice: 'Done: your courier will hear the message.',
  'photo-removed': 'The photo is removed.',
  'voice-removed': 'The message is deleted.',
}
/** What was done, from the address of the page. */
export const isDoorDone = (done: string): done is DoorDone => Object.hasOwn(doneTexts, done)

/** What the script of the page says. */
const scriptTexts = (t: PageFrame['t']) => ({
  stop: t('Stop ({left})', { left: 'REST\u00a0s' }),
  again: t('Record again ({seconds})', { seconds }),
  listen: t('Listen to your message, then send it.'),
  noMicrophone: t(
    'The phone does not let this page use the microphone. Allow it for this page, or choose a recording below.',
  ),
  tooShort: t('We heard nothing. Speak, then tap “Stop”.'),
  preparing: t('Preparing the photo…'),
  sending: t('Sending…'),
  offline: t('No network. Nothing is lost: try again.'),
  retry: t('Send again'),
  ended: t(endedText),
})
export const endedText = 'This delivery can no longer change. Go back to its page.'
