import { html } from 'ghtml'
import { amountText } from '../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { PaymentStatus } from '../../contract/vocabulary.ts'
import { recipientText } from '../../domain/deliveries/recipient/recipient.ts'
import type { CarriedParcel } from '../../domain/matching/courier-screen.ts'
import { hiddenField } from '../../pages/form-parts.ts'
import { actionForm } from './action-form.ts'
import { type CodeTimes, codeError, codeFault, codeField, codeFieldOf, codeForm } from './code-form.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'
import { bagText, codeId } from './parcel-text.ts'

/** Asks for the code with which the shop gives the parcel, or says why it does not yet. */
export function pickUpForm(frame: PageFrame, parcel: CarriedParcel, times: CodeTimes, id?: string): string {
  const t = speak(frame.language)
  if (parcel.awaitsTrip) {
    const unpaid = [
      html`<p>${t('Do not take the parcel yet: the shop first has to pay the trip by phone.')}</p>`,
      html`<p>${t('This page opens by itself once it is paid. Unpaid, the trip is cancelled.')}</p>`,
    ]
    return html`<div class="money closed" role="status">!${unpaid}</div>`
  }
  const says = {
    lead: t('Ask the shop for the pickup code.'),
    code: t('Pickup code'),
    submit: t('I have the parcel'),
  }
  const form = codeForm(frame, parcel, { action: 'pick-up', says, times, ...(id && { id }) })
  return form + (parcel.codeLock ? '' : scanner(frame))
}

/** Whether a parcel at this step has a code of the shop that can be tried. */
export const isCodeOpen = (
  { step, awaitsTrip, codeLock }: CarriedParcel,
  wanted: 'GO_TO_SHOP' | 'PICK_UP',
): boolean => step === wanted && !awaitsTrip && codeLock === null

/** Asks for the codes of several parcels of one shop at once; what is not ready is left empty. */
export function pickUpTogether(
  frame: PageFrame,
  [first, ...others]: readonly [CarriedParcel, ...CarriedParcel[]],
  times: CodeTimes,
): string {
  const t = speak(frame.language)
  const fields = [first, ...others].map(({ key: { id }, slot, reference }) => {
    const name = codeFieldOf(id)
    const label = `${bagText(slot, frame.language)} · ${reference}`
    const value = times.rejected?.typed[name] ?? ''
    const about = { name, id: codeId(slot), label, error: codeError(frame, times, id) }
    return codeField(about, { value, 'data-reference': reference })
  })
  const beside = hiddenField('beside', others.map(({ key }) => key.id).join(' '))
  const form = actionForm(frame, {
    action: 'pick-up-all',
    submit: t('I have these parcels'),
    delivery: first.key,
    token: times.rejected?.fault === codeFault ? times.rejected.token : undefined,
    fields: beside + fields.join('\n'),
  })
  return html`<p>${t('Ask the shop for the pickup code of each parcel. Leave empty what is not ready.')}</p>
!${form}!${scanner(frame)}`
}

/** The codes of one shop: of one parcel, or of several at once. */
export function pickUpForms(
  frame: PageFrame,
  [first, second, ...others]: readonly CarriedParcel[],
  times: CodeTimes,
): string {
  if (!first) return ''
  if (second) return pickUpTogether(frame, [first, second, ...others], times)
  return pickUpForm(frame, first, times, codeId(first.slot))
}

/**
 * The codes of the shop, for the script to show while the arrival there waits for a connection: both are kept
 * then, in their order.
 */
export function codesOnArrival(frame: PageFrame, here: readonly CarriedParcel[], times: CodeTimes): string {
  const open = here.filter((parcel) => isCodeOpen(parcel, 'GO_TO_SHOP'))
  const after = here.map(({ key }) => `ARRIVAL:${key.id}`)[0]
  return open.length > 0
    ? html`<template data-after="${after}">!${pickUpForms(frame, open, times)}</template>`
    : ''
}

/** Finds the line of a parcel by its label with the camera; for the script, where the browser reads codes. */
function scanner({ language }: PageFrame): string {
  const t = speak(language)
  const says = html`data-right="${t('This is {name}.', { name: '…' })}"
data-other="${t('{reference} is none of these parcels.', { reference: '…' })}"
data-denied="${t('The camera is not allowed: type the code.')}"`
  return html`<div class="scanner" data-scanner !${says} hidden>
<button type="button" class="plain">${t('Scan a label')}</button>
<video muted playsinline hidden></video><p role="status"></p></div>`
}

/** Asks for the code with which the customer takes the parcel, once it is paid. */
export const handOverForm = (
  frame: PageFrame,
  parcel: CarriedParcel,
  times: CodeTimes,
  id?: string,
): string =>
  parcel.payment.isSettled
    ? openHandOver(frame, parcel, times, id)
    : closedHandOver(frame.language, parcel.payment)

function openHandOver(frame: PageFrame, parcel: CarriedParcel, times: CodeTimes, id?: string): string {
  const { payment, codeLock } = parcel
  const t = speak(frame.language)
  const paid =
    payment.status === 'NOT_DUE'
      ? t('Nothing to collect: the parcel is already paid.')
      : t('The customer has paid {amount}. You can hand over the parcel.', {
          amount: amountText(payment.amountFcfa, frame.language),
        })
  const says = {
    lead: t('Ask the customer for their handover code.'),
    code: t('Handover code'),
    submit: t('Parcel handed over'),
  }
  return html`!${codeLock ? '' : html`<p class="money open">${paid}</p>`}
!${codeForm(frame, parcel, {
    ...{ action: 'hand-over', says, times, fields: takenFields(frame, parcel) },
    ...(id && { id }),
  })}`
}

/** Who takes the parcel, where the customer has named somebody who may. */
function takenFields(frame: PageFrame, { key, recipient, customer }: CarriedParcel): string {
  if (recipient === null) return ''
  const { language } = frame
  const t = speak(language)
  const choices = [
    { value: '', who: customer.name, checked: 'checked' },
    {
      value: frame.shownRecipient(key.id, recipient),
      who: recipientText(recipient, language),
      checked: '',
    },
  ].map(
    ({ value, who, checked }) =>
      html`<label class="choice"><input type="radio" name="taken" value="${value}" !${checked}>
${who}</label>`,
  )
  return html`<fieldset><legend>${t('Who takes the parcel?')}</legend>!${choices}</fieldset>`
}

/** Who may take the parcel besides the customer. */
export function recipientLine(language: SpokenLanguage, { recipient }: CarriedParcel): string {
  if (recipient === null) return ''
  const who = recipientText(recipient, language)
  return html`<p class="recipient">${speak(language)('May also take it: {who}', { who })}</p>`
}

/** Why a parcel may not be handed over yet. */
const closedBy = {
  NOT_REQUESTED: 'Do not hand over the parcel yet: the customer has not been asked to pay {amount} yet.',
  AWAITING_CUSTOMER: 'Do not hand over the parcel yet: the customer first has to pay {amount} by phone.',
  AWAITING_MERCHANT:
    'Do not hand over the parcel yet: the shop has to confirm that it received {amount}. If it does not answer, the service decides.',
  FAILED:
    'Do not hand over the parcel yet: the payment of {amount} did not go through. The customer can try again.',
  REFUSED:
    'Do not hand over the parcel yet: the payment of {amount} was refused. The customer can try again.',
} as const satisfies Partial<Record<PaymentStatus, string>>

function closedHandOver(
  language: SpokenLanguage,
  { status, amountFcfa, isDenied }: CarriedParcel['payment'],
): string {
  const t = speak(language)
  const amount = amountText(amountFcfa, language)
  const closed = status in closedBy ? t(closedBy[status as keyof typeof closedBy], { amount }) : ''
  const denied = t(
    'The shop has not received the {amount} that the customer says they paid. The customer can pay, or call the shop.',
    { amount },
  )
  const why = isDenied
    ? html`<p><strong>${t('Do not hand over the parcel.')}</strong></p><p>${denied}</p>`
    : html`<p>${closed}</p>`
  return html`<div class="money closed" role="status">!${why}
<p>${t('Never take money yourself. This page opens by itself once it is paid.')}</p></div>`
}

/** Asks for the code with which the shop takes the parcel back. */
export function returnForm(frame: PageFrame, parcel: CarriedParcel, times: CodeTimes, id?: string): string {
  const t = speak(frame.language)
  const says = {
    lead: t('The shop gives you a return code once it has taken the parcel back.'),
    code: t('Return code'),
    submit: t('Parcel returned'),
  }
  return codeForm(frame, parcel, { action: 'bring-back', says, times, ...(id && { id }) })
}
