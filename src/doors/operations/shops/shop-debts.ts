import { html } from 'ghtml'
import { newId } from '../../../base/kernel/clock.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../base/kernel/written-number.ts'
import { type Currency, currencies } from '../../../contract/vocabulary.ts'
import { recordShopPayment } from '../../../domain/money/settlement/record-shop-payment.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { speak } from '../operations-words.ts'
import type { RefusedShop, ShopAct } from './shop-form.ts'

/** What a shop owes in a currency, with the id of the form that notes a payment of it. */
type Debt = { currency: Currency; owedFcfa: Fcfa; formId: string }

/** Notes what a shop paid of its trips and fees, once for each form. */
export const notePayment: ShopAct = {
  bodyLimit: 4_096,
  act: async ({ form = '', currency, amount = '', note = '' }, { acting, shopId }) => {
    const { id } = await getShop(acting.db, shopId)
    await recordShopPayment(acting, {
      id: isUuid(form) ? form : newId(acting.clock.now()),
      shopId: id,
      currency: chosenOf('currency', currency, currencies) ?? 'XOF',
      amountFcfa: readFcfa(amount) ?? 0,
      note,
    })
    return 'shoppaid'
  },
  faultsOf: (code, text) =>
    code === 'SHOP_OWES_LESS' || code === 'REASON_REQUIRED' || code === 'ALREADY_DONE'
      ? { payment: text }
      : undefined,
}

/** What a shop owes, in each currency, and the forms that note a payment of it. */
export function owesCard(
  shopId: string,
  debts: readonly Debt[],
  { typed, faults }: RefusedShop,
  language: Language,
): string {
  const t = speak(language)
  const cards = debts.map(({ currency, owedFcfa, formId }) => {
    const mine = typed.currency === currency ? typed : undefined
    const amount = textField({
      name: 'amount',
      id: `amount-${currency}`,
      label: t('Amount (FCFA)'),
      value: mine?.amount ?? String(owedFcfa),
      error: mine && faults.payment,
      attributes: { inputmode: 'numeric', maxlength: 12, required: true },
    })
    const how = textField({
      name: 'note',
      id: `note-${currency}`,
      label: t('How (cash at the office, number of the transfer…)'),
      value: mine?.note,
      attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
    })
    const fields = html`!${hiddenField('currency', currency)}!${hiddenField('form', formId)}
!${amount}!${how}!${submitButton(t('The shop paid'), 'plain')}`
    return html`<p><strong>${amountText(owedFcfa, language)}</strong> ${currency === 'XAF' ? 'XAF' : ''}</p>
<details!${mine ? ' open' : ''}><summary>${t('Note a payment by the shop')}</summary>
!${postForm(`/operations/shops/${shopId}/payments`, fields)}</details>`
  })
  const about = t(
    'Its trips and fees that are not taken off its sales. When it pays them in another way, note it here.',
  )
  const none = html`<p class="soft">${t('The shop owes nothing.')}</p>`
  return html`<section class="card" id="owes"><h2>${t('What the shop owes')}</h2>
!${debts.length === 0 ? none : html`<p>${about}</p>!${cards}`}</section>`
}
