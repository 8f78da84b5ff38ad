import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { BoardDelivery } from '../../../domain/board/board.ts'
import type { ManyAct, ManyDone } from '../../../domain/board/many/many-acts.ts'
import { hiddenField } from '../../../pages/form-parts.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { boardHref } from './board-filter.ts'
import type { CourierLoad } from './board-side-page.ts'

/** Where the form of an act on several deliveries is sent. */
export const actHref = (act: ManyAct['kind']): string => `${boardHref}/board/acts/${act.toLowerCase()}`

/** Where several deliveries are given to one courier as a tour, where the service has tours. */
const tourHref = '/operations/tours/new'

/** What was typed into the bar when an act was refused as a whole. */
export type TypedAct = { courier?: string | undefined; reason?: string | undefined }

type Bar = {
  loads: readonly CourierLoad[]
  /** The query of the address to come back to. */
  back: string
  typed: TypedAct
  hasTours: boolean
  language: Language
}

/** How many couriers can be chosen from. */
const maxCouriers = 300

/** The bar of acts: it appears with the first row that is chosen, and counts by itself. */
export function actBar({ loads, back, typed, hasTours, language }: Bar): string {
  const t = speak(language)
  const couriers = loads.slice(0, maxCouriers).map(({ courier: { id, name }, parcels: { length } }) => {
    const text = length === 0 ? t('{name}, free', { name }) : `${name}, ${length}`
    return html`<option value="${id}"!${typed.courier === id ? ' selected' : ''}>${text}</option>`
  })
  const why = t('Reason#act')
  const tour = html`<button id="board-tour" formaction="${tourHref}" formmethod="get" formnovalidate>
${t('Make a tour')}</button>`
  const reason = typed.reason === undefined ? '' : html` value="${typed.reason}"`
  return html`<div class="bar" role="group" aria-label="${t('With what is chosen')}">
!${hiddenField('back', back)}<span class="chosen">${t('Chosen:')} </span>
<select name="courier" id="board-courier" aria-label="${t('Courier#column')}">
<option value="">${t('Assign to…')}</option>
!${couriers}</select>
<input name="reason" id="board-reason"!${reason} aria-label="${why}" placeholder="${why}"
 minlength="3" maxlength="200" required autocomplete="off">
<button class="sun">${t('Assign')}</button>!${hasTours ? tour : ''}
<button formaction="${actHref('NOTIFY')}" formnovalidate>${t('Notify the shops')}</button>
<button formaction="${actHref('EXPIRE')}">${t('End#EXPIRE')}</button></div>`
}

/** What each act is called. */
export const manyActNames: Record<ManyAct['kind'], OperationsText> = {
  ASSIGN: 'Assign',
  EXPIRE: 'End#EXPIRE',
  NOTIFY: 'Notify the shops',
}
const doneNames: Record<ManyAct['kind'], OperationsText> = {
  ASSIGN: 'given to the courier',
  EXPIRE: 'expired#done',
  NOTIFY: 'its shop is told that it is late',
}

const refusals: Partial<Record<ErrorCode, OperationsText>> = {
  TRANSITION_REFUSED: 'its status no longer allows it',
  COURIER_BUSY: 'the courier has no room for another parcel',
  PARCEL_NOT_BACK: 'the courier of the try before still has the parcel',
  COURIER_VEHICLE_UNFIT: 'the courier’s vehicle does not take it',
  COURIER_OF_ANOTHER_CITY: 'the courier does not work in its city',
  COURIER_SUSPENDED: 'the courier is suspended',
  ALREADY_DONE: 'it was done already',
}

/** What came of an act, row by row. */
export function outcome(
  { act, courier, done, refused }: ManyDone,
  deliveries: readonly BoardDelivery[],
  language: Language,
): string {
  const t = speak(language)
  const idOf = new Map(deliveries.map(({ reference, id }) => [reference, id]))
  const row = (reference: string, text: string, kind: string) => {
    const id = idOf.get(reference)
    const name = id ? html`<a href="/operations/deliveries/${id}">${reference}</a>` : html`${reference}`
    return html`<li><strong>!${name}</strong> <span class="${kind}">${text}</span></li>`
  }
  const head = t('{act}: {done} done, {refused} refused', {
    act: courier === undefined ? t(manyActNames[act]) : `${t(manyActNames[act])} (${courier})`,
    done: done.length,
    refused: refused.length,
  })
  const rows = [
    ...refused.map(({ reference, code }) => row(reference, t(refusals[code] ?? 'not possible now'), 'bad')),
    ...done.map((reference) => row(reference, t(doneNames[act]), 'way')),
  ]
  return html`<section class="outcome" role="${refused.length > 0 ? 'alert' : 'status'}"><h2>${head}</h2>
<ul tabindex="0" aria-label="${head}">!${rows}</ul></section>`
}
