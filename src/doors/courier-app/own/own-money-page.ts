import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import type { CourierMoney } from '../../../domain/money/statements/courier/courier-money-store.ts'
import { courierRetryPauseMs } from '../../../domain/money/transfers/held-payout.ts'
import type { TransferRow } from '../../../domain/money/transfers/transfer-row.ts'
import { hiddenField, postForm, submitButton } from '../../../pages/form-parts.ts'
import { speak } from '../courier-words.ts'

/** What the pages about a courier's money are worded with. */
export type MoneyTimes = { language: SpokenLanguage; timeZone: string; now: Date }

/** Where a courier asks for a refused payout once more. */
export const retryPath = '/courier/payout/retry'

/** What a courier earned, as one cell of a list of figures. */
export function earnedCell(
  label: string,
  { payFcfa, trips }: { payFcfa: number; trips: number },
  language: SpokenLanguage,
): string {
  const count = speak(language)('{trips, plural, one {# trip} other {# trips}}', { trips })
  const sum = amountText(payFcfa, language)
  return html`<div><dt>${label}</dt><dd class="sum">${sum}</dd><dd>${count}</dd></div>`
}

/**
 * What is still owed to a courier: nothing as well, and a figure for each currency where they earn in two.
 */
export function owedCell(owed: CourierMoney['owed'], language: SpokenLanguage): string {
  const open = owed.filter(({ fcfa }) => fcfa !== 0)
  const amounts = open.length === 0 ? [0] : open.map(({ fcfa }) => fcfa)
  const named = (fcfa: number, at: number) =>
    open.length > 1 ? `${amountText(fcfa, language)} (${open[at]?.currency})` : amountText(fcfa, language)
  const sums = amounts.map((fcfa, at) => html`<dd class="sum">${named(fcfa, at)}</dd>`)
  return html`<div class="wide"><dt>${speak(language)('Still owed to you')}</dt>!${sums}</div>`
}

/** A payout that the courier's number refused, with what to do; empty without one. */
export function heldCard(held: TransferRow | undefined, { language, timeZone, now }: MoneyTimes): string {
  if (!held) return ''
  const t = speak(language)
  const lead = t(
    'We could not send you {amount}: your operator refuses {phone}. Nothing is lost, the money waits for you.',
    {
      amount: amountText(held.amount_fcfa, language),
      phone: spacedPhone(held.phone ?? '').replaceAll(' ', '\u00a0'),
    },
  )
  const advice = t(
    'Ask your operator whether your mobile money account is active and can receive this amount, then press “Try again”. If it still does not go through, call your delivery service: they can pay you in another way.',
  )
  const retryFrom = new Date((held.ended_at ?? held.created_at).getTime() + courierRetryPauseMs)
  const moment = momentText(retryFrom, { timeZone, now }, language)
  const retry = html`!${hiddenField('transfer', held.id)}!${submitButton(t('Try again'), 'plain')}`
  const next =
    retryFrom <= now
      ? postForm(retryPath, retry)
      : html`<p class="hint">${t('You can try again from {moment} on.', { moment })}</p>`
  return html`<section class="card called-back" id="held">!${[
    html`<h2>${t('Your money did not go through')}</h2>`,
    html`<p><strong>${lead}</strong></p>`,
    html`<p>${advice}</p>`,
    next,
  ]}</section>`
}
