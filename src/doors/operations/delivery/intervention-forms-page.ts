import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import { failureCodes } from '../../../contract/vocabulary.ts'
import type { InterventionAct } from '../../../domain/deliveries/deliveries-tables.ts'
import { failureWording } from '../../../domain/deliveries/failure-reason.ts'
import { isSettled } from '../../../domain/money/payments/payment-status.ts'
import { hiddenField, postForm, selectField, submitButton, textField } from '../../../pages/form-parts.ts'
import { speak } from '../operations-words.ts'
import { addressOfAct, fieldOfAct } from './act-address.ts'
import { actWords } from './act-wording.ts'
import type { OperatedDelivery, PaymentAct } from './operated-delivery.ts'

/** By how much a deadline may be moved at once, in minutes. */
export const extensions = [15, 30, 60, 120, 240, 720] as const

/** Acts that end a delivery for good stand out. */
const ends: readonly (InterventionAct | PaymentAct)[] = ['CANCEL', 'EXPIRE', 'FAIL']

/** What can be done to the delivery now, each with its reason; a courier is chosen on a page of its own. */
export function interventionForms(shown: OperatedDelivery): string {
  const t = speak(shown.language)
  const choosing = shown.acts.filter((act) => act === 'ASSIGN' || act === 'REASSIGN')
  const others = shown.acts.filter((act) => act !== 'ASSIGN' && act !== 'REASSIGN')
  if (shown.acts.length + shown.paymentActs.length === 0) return ''
  const ways = choosing.map((act) => {
    const label = act === 'ASSIGN' ? t('Choose a courier') : t('Choose another courier')
    return html`<p><a class="button primary" href="${shown.href}/courier">${label}</a></p>`
  })
  return html`<section><h2>${t('Act')}</h2>!${ways}
!${[...shown.paymentActs, ...others].map((act) => actForm(shown, act))}</section>`
}

function actForm(shown: OperatedDelivery, act: InterventionAct | PaymentAct): string {
  const { language, href, refused } = shown
  const t = speak(language)
  const { summary, lead, submit } = actWords[act]
  const name = fieldOfAct(act, 'reason')
  const isRefused = refused?.act === addressOfAct(act)
  const isUnpaid = act === 'HAND_OVER' && !isSettled(shown.row.payment_status)
  const reason = textField({
    name,
    label: t('Reason#act'),
    hint: t('3 to 200 characters. It stays in the history, which the shop reads.'),
    value: isRefused ? refused.typed[name] : undefined,
    error: isRefused ? refused.error : undefined,
    attributes: { maxlength: 200, minlength: 3, required: true, autocomplete: 'off' },
  })
  const button = submitButton(submit ? t(submit) : '', ends.includes(act) ? 'danger' : 'primary')
  const form = html`!${fieldsOf(shown, act)}!${reason}!${button}`
  const hints = [
    lead ? t(lead) : '',
    costOf(shown, act),
    isUnpaid ? t('Not paid yet: the parcel is handed over once it is paid.') : '',
  ].filter((each) => each !== '')
  return html`<details class="card" id="${addressOfAct(act)}"!${isRefused ? ' open' : ''}>
<summary>${summary ? t(summary) : ''}</summary>
!${hints.map((hint) => html`<p>${hint}</p>`)}
!${isUnpaid ? '' : postForm(`${href}/acts/${addressOfAct(act)}`, form)}</details>`
}

/** What an act asks for besides its reason. */
function fieldsOf(shown: OperatedDelivery, act: InterventionAct | PaymentAct): string {
  const { row, language, refused, cancellation } = shown
  const t = speak(language)
  const typed = (name: string) => (refused?.act === addressOfAct(act) ? refused.typed[name] : undefined)
  if (act === 'CANCEL')
    return hiddenField('fee', String(cancellation.cancellationFeeFcfa + cancellation.returnFeeFcfa))
  if (act === 'EXTEND') {
    const name = fieldOfAct(act, 'minutes')
    const options = extensions.map((minutes) => ({
      value: `${minutes}`,
      label: minutes < 60 ? t('{minutes} min', { minutes }) : t('{hours} h', { hours: minutes / 60 }),
    }))
    const dueAt = row.due_at ? hiddenField('due', row.due_at.toISOString()) : ''
    return dueAt + selectField({ name, label: t('Extend by'), value: typed(name) ?? '30', options })
  }
  if (act !== 'FAIL') return ''
  const name = fieldOfAct(act, 'code')
  const options = failureCodes.map((code) => ({ value: code, label: failureWording[code][language] }))
  return selectField({ name, label: t('Why'), value: typed(name), options })
}

/** What an act costs the shop, or until when there is time now. */
function costOf(shown: OperatedDelivery, act: InterventionAct | PaymentAct): string {
  const { row, language, cancellation, returnFeeFcfa, timeZone, now } = shown
  const t = speak(language)
  const cost = (fcfa: number) =>
    fcfa === 0
      ? t('It is free for the shop.')
      : t('The shop pays {amount}.', { amount: amountText(fcfa, language) })
  if (act === 'CANCEL') return cost(cancellation.cancellationFeeFcfa + cancellation.returnFeeFcfa)
  if (act === 'RETURN') return cost(returnFeeFcfa)
  if (act === 'EXTEND' && row.due_at)
    return t('Expires on {when}', { when: momentText(row.due_at, { timeZone, now }, language) })
  return ''
}
