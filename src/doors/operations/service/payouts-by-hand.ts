import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { Overpaid, OwedTo } from '../../../domain/money/transfers/transfer-store.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import { speak } from '../operations-words.ts'
import { payoutKinds } from './payout-wording.ts'
import { serviceHref } from './service-page.ts'

/** What people settle themselves: they pay somebody by hand, or agree on what was received too much. */

/** What is owed, with the id of its form, which notes one payment however often it is sent. */
export type Owed = OwedTo & { formId: string }

/** What was typed of a payment by hand that was refused, and why. */
export type RefusedPayment = { id: string; currency: string; amount: string; note: string; fault: string }

const noteBounds = { required: true, minlength: 3, maxlength: 200 }

/** Who received more than was due to them; nothing where there is nobody. */
export function overpaidCard(overpaid: readonly Overpaid[], language: Language): string {
  if (overpaid.length === 0) return ''
  const t = speak(language)
  const lead = t(
    'The provider paid what it had refused, after the money had been sent anew. Nothing more is sent to such a shop or courier until their next sales or earnings have made up for it. A customer you have to call; then note what you agreed on.',
  )
  const rows = overpaid.map((each) => {
    const { kind, name, deliveryId } = each
    const who = deliveryId
      ? html`<a class="inline" href="/operations/deliveries/${deliveryId}">${name}</a>`
      : html`<strong>${name}</strong>`
    return html`<li><div class="line"><span>
!${who} · ${amountIn(each.amountFcfa, each.currency, language)}<br>
<span class="soft">${t(payoutKinds[kind])}</span></span>!${surplusForm(each, language)}</div></li>`
  })
  return html`<section class="card" id="overpaid"><h2>${t('Received too much')}</h2>
<p>${lead}</p><ol class="rows">!${rows}</ol></section>`
}

/** Notes what was agreed with a customer; shops and couriers have theirs made up for by itself. */
function surplusForm({ shopId, requestId }: Overpaid, language: Language): string {
  if (!requestId) return ''
  const t = speak(language)
  const how = textField({
    name: 'note',
    id: `surplus-${requestId}`,
    label: t('How (brought back to the office, left to the customer…)'),
    attributes: noteBounds,
  })
  const form = html`!${hiddenField('shop', shopId ?? '')}!${hiddenField('payment', requestId)}!${how}
!${submitButton(t('It is settled'), 'plain')}`
  return html`<details><summary>${t('Note what was agreed')}</summary>
!${postForm(`${serviceHref('payouts')}/surplus`, form)}</details>`
}

/** The shops and couriers to whom the most is owed, each with the form that notes that they were paid. */
export function owedCard(
  owed: readonly Owed[],
  refused: RefusedPayment | undefined,
  language: Language,
): string {
  const t = speak(language)
  const lead = t(
    'To the shops and couriers to whom the most is owed. Where somebody is paid in another way, note it here, so that they are not paid twice.',
  )
  const rows = owed.map((each) => {
    const { id, currency } = each
    const mine = refused?.id === id && refused.currency === currency ? refused : undefined
    return html`<li><div class="line"><span>
<strong>${each.name}</strong> · ${amountIn(each.owedFcfa, currency, language)}<br>
<span class="soft">${t(payoutKinds[each.kind])}</span></span>
<details!${mine ? ' open' : ''}><summary>${t('Note a payment made by hand')}</summary>
!${paymentForm(each, mine, language)}</details></div></li>`
  })
  return html`<section class="card" id="owed"><h2>${t('What is owed')}</h2>
<p>${lead}</p>!${rowsOr(rows, t('Nothing is owed.'), 'ol')}</section>`
}

function paymentForm(
  { kind, id, currency, owedFcfa, formId }: Owed,
  refused: RefusedPayment | undefined,
  language: Language,
): string {
  const t = speak(language)
  const hidden = Object.entries({ kind, id, currency, form: formId })
  const amount = textField({
    name: 'amount',
    id: `amount-${id}-${currency}`,
    label: t('Amount (FCFA)'),
    value: refused?.amount ?? String(owedFcfa),
    error: refused?.fault,
    attributes: { inputmode: 'numeric', maxlength: 12, required: true },
  })
  const how = textField({
    name: 'note',
    id: `note-${id}-${currency}`,
    label: t('How (cash at the office, number of the transfer…)'),
    value: refused?.note,
    attributes: noteBounds,
  })
  const fields = html`!${hidden.map(([name, value]) => hiddenField(name, value))}!${amount}!${how}
!${submitButton(t('It is paid'), 'plain')}`
  return postForm(`${serviceHref('payouts')}/by-hand`, fields)
}

const amountIn = (fcfa: number, currency: string, language: Language): string =>
  `${amountText(fcfa, language)} ${currency === 'XAF' ? 'XAF' : ''}`
