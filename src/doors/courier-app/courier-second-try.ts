import { html } from 'ghtml'
import { amountText, nearSpanText, openingText } from '../../base/kernel/figure-text.ts'
import type { CarriedParcel, SecondTryAsked } from '../../domain/matching/courier-screen.ts'
import { hiddenField } from '../../pages/form-parts.ts'
import { actionForm } from './action-form.ts'
import type { PageFrame } from './courier-page-frame.ts'
import { speak } from './courier-words.ts'

/**
 * What a courier who has a parcel to bring back sees once it is to be tried again: when, what they earn, and
 * the button that takes it out once more. They may bring it back all the same.
 */
export function secondTryCard(
  frame: PageFrame,
  { key: delivery }: CarriedParcel,
  { window, opensAt, isOpen }: SecondTryAsked,
  { now, secondTryPayFcfa: payFcfa }: { now: Date; secondTryPayFcfa: number | null },
): string {
  const { language } = frame
  const t = speak(language)
  const times = { timeZone: window.timeZone, now }
  const when = t('Try again: {span}.', { span: nearSpanText(window, times, language) })
  const pay = (amount: string) => html`<p class="pay"><strong>${amount}</strong> ${t('for you')}</p>`
  const later = t('You can set out {when}. Keep the parcel until then, or bring it back to the shop.', {
    when: openingText(opensAt, times, language),
  })
  const setOut = actionForm(frame, {
    ...{ action: 'set-out-again', submit: t('I set out again'), delivery },
    fields: payFcfa === null ? '' : hiddenField('pay', String(payFcfa)),
  })
  return html`<section class="card"><h2>${t('The parcel is wanted once more')}</h2>
<p><strong>${when}</strong></p>!${payFcfa === null ? '' : pay(amountText(payFcfa, language))}
!${isOpen ? setOut : html`<p>${later}</p>`}</section>`
}
