import { html } from 'ghtml'
import type { DeliveryFileKind } from '../../../domain/deliveries/deliveries-tables.ts'
import { doorNoteKinds } from '../../../domain/deliveries/files/delivery-file.ts'
import type { DeliveryFile } from '../../../domain/deliveries/files/delivery-file-store.ts'
import { notice, type PageFrame, wholePage } from '../customer-page.ts'
import type { CustomerView } from '../customer-view.ts'
import { customerWording } from '../customer-wording.ts'
import { doorNoteWording } from './door-note-wording.ts'

/** Where the page is, below the page of its delivery. */
export const doorPath = ({ path }: Pick<PageFrame, 'path'>): string => `${path}/door`

/** What its forms do. */
export const doorActs = ['photo', 'voice', 'remove-photo', 'remove-voice'] as const
export type DoorAct = (typeof doorActs)[number]

/** What was just done. */
export type DoorDone = keyof (typeof doorNoteWording)['fr']['done']

type DoorScreen = {
  files: readonly DeliveryFile[]
  done?: DoorDone | undefined
  /** What was wrong, in words. */
  fault?: string | undefined
}

/** The line on the page of a delivery that leads here, or says what the courier already has. */
export function doorLink(frame: PageFrame, files: readonly DeliveryFile[]): string {
  const words = doorNoteWording[frame.language]
  const kinds = doorNoteKinds.filter((kind) => files.some((file) => file.kind === kind))
  const [first] = kinds
  const says = first && (kinds.length > 1 ? words.added.both : words.added[first])
  const href = `${doorPath(frame)}${frame.query}`
  return says
    ? html`<p class="hint">${says}<br><a class="plain" href="${href}">${words.change}</a></p>`
    : html`<p class="hint"><a class="plain" href="${href}">${words.link}</a><br>${words.linkHint}</p>`
}

/** The page on which a customer leaves a photo of the door and a voice note, sees and hears them, and takes them back. */
export function doorPage(frame: PageFrame, view: CustomerView, { files, done, fault }: DoorScreen): string {
  const words = doorNoteWording[frame.language]
  const of = (kind: DeliveryFileKind) => files.find((file) => file.kind === kind)
  const main = html`<div id="door" data-say="${JSON.stringify(words.script)}">
<h1>${words.heading}</h1>
<p>${words.lead}</p>
!${fault === undefined ? '' : notice(fault)}
!${done ? html`<p class="done" role="status">${words.done[done]}</p>` : ''}
!${photoCard(frame, of('DOOR_PHOTO'))}
!${voiceCard(frame, of('VOICE_NOTE'))}
<p class="hint">${words.privacy}</p>
<p><a class="big" href="${frame.path}${frame.query}">${words.back}</a></p>
</div>`
  const title = customerWording[frame.language].title(view.shopName)
  return wholePage(frame, { title, main, hasSwitch: false })
}

function photoCard(frame: PageFrame, photo: DeliveryFile | undefined): string {
  const { photo: words } = doorNoteWording[frame.language]
  const fields = html`<label for="taken">${words.take}</label>
<input type="file" id="taken" name="taken" accept="image/*" capture="environment">
<label for="chosen">${words.choose}</label>
<input type="file" id="chosen" name="chosen" accept="image/*">`
  return html`<section class="card"><h2>${words.heading}</h2>
!${photo ? html`<img class="door" src="${doorPath(frame)}/${photo.id}" alt="${words.shown}" loading="lazy">!${removeForm(frame, 'remove-photo', words.remove)}` : ''}
!${fileForm(frame, 'photo', fields, words.submit)}
<p class="hint" id="photo-says" role="status"></p></section>`
}

function voiceCard(frame: PageFrame, note: DeliveryFile | undefined): string {
  const { voice: words } = doorNoteWording[frame.language]
  const fields = html`<label for="sound">${words.choose}</label>
<input type="file" id="sound" name="sound" accept="audio/*">`
  return html`<section class="card"><h2>${words.heading}</h2>
!${note ? html`<audio controls preload="none" src="${doorPath(frame)}/${note.id}" aria-label="${words.shown}"></audio>!${removeForm(frame, 'remove-voice', words.remove)}` : html`<p class="hint">${words.hint}</p>`}
<button type="button" class="big" id="record" hidden>${words.record}</button>
<p class="hint" id="voice-says" role="status"></p>
<div id="heard" hidden><audio controls aria-label="${words.shown}"></audio><button type="button" class="big" id="send">${words.submit}</button></div>
!${fileForm(frame, 'voice', fields, words.submit)}</section>`
}

const fileForm = (frame: PageFrame, act: DoorAct, fields: string, submit: string): string =>
  html`<form method="post" action="${doorPath(frame)}${frame.query}" enctype="multipart/form-data" id="${act}-form">
<input type="hidden" name="act" value="${act}">
!${fields}
<button class="big">${submit}</button></form>`

const removeForm = (frame: PageFrame, act: DoorAct, submit: string): string =>
  html`<form method="post" action="${doorPath(frame)}${frame.query}"><button class="plain" name="act" value="${act}">${submit}</button></form>`
