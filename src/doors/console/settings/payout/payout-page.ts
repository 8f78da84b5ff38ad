import { html } from 'ghtml'
import { type PayoutRhythm, payoutRhythms, weekdayNames } from '../../../../base/contract/vocabulary.ts'
import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import { amountText, dayOfWeekText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import {
  buttonForm,
  checkField,
  choiceField,
  postForm,
  submitButton,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { CodeChannel } from '../../../../derived-settings.ts'
import { maskedPhone } from '../../../../domain/audit/audited-act.ts'
import { codePhone, payoutCode, takesCode } from '../../../../domain/shops/payout/payout-change.ts'
import type { PayoutChangeRow } from '../../../../domain/shops/payout/payout-change-store.ts'
import type { ShopRow } from '../../../../domain/shops/shop-store.ts'
import { heldPayout } from '../../../../domain/transfers/held-payout.ts'
import type { PayoutTimes } from '../../../../domain/transfers/payout-schedule.ts'
import type { TransferRow } from '../../../../domain/transfers/transfer-row.ts'
import { examplePhone } from '../../../../domain/zones/franc-countries.ts'
import { byChannel } from '../../code-channel-wording.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { payoutCollectionOptions, payoutRecentStates, payoutRhythmNames } from './payout-wording.ts'

/** The forms of the page, by the field that a refusal stands beside. */
export type PayoutField = 'phone' | 'code' | 'collection' | 'minimum'

/** What was typed or chosen, where the page is shown again. */
export type PayoutTyped = Partial<Record<PayoutField, string>> & { rhythm?: PayoutRhythm; nets?: boolean }

export type PayoutScreen = {
  language: Language
  /** The address of the settings. */
  href: string
  shop: ShopRow
  /** The change that was asked for and has not ended; undefined without one. */
  change: PayoutChangeRow | undefined
  /** Who asked for it; null where nobody is known by name. */
  askedBy: string | null
  /** The last payouts to the shop, the newest first. */
  payouts: readonly TransferRow[]
  /** The smallest payout that the company makes to any shop. */
  leastPayoutFcfa: Fcfa
  /** When this service pays out. */
  times: PayoutTimes
  now: Date
  timeZone: string
  /** Whether a change is held for a day before it takes effect. */
  isHeld: boolean
  /** Whether a provider of mobile money serves the country of the shop. */
  isServed: boolean
  /** Whether the messages of this service are read in its outbox. */
  hasOutbox: boolean
  /** By what a code comes. */
  codeChannel: CodeChannel
  typed: PayoutTyped
  faults: Partial<Record<PayoutField, string>>
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** Where sales are paid out to, the change of that number in its two steps, and the default way to pay. */
export function payoutPage(screen: PayoutScreen): ConsoleContent {
  const { language, href, notice, isFormPage } = screen
  return {
    section: 'settings',
    title: speak(language)('Payouts'),
    back: { href, label: speak(language)('Settings') },
    notice,
    isFormPage,
    main: html`!${heldCard(screen)}!${numberCard(screen)}!${changeCard(screen)}!${termsCard(screen)}!${recentCard(screen)}!${collectionCard(screen)}`,
  }
}

function numberCard({ language, shop }: PayoutScreen): string {
  const t = speak(language)
  return html`<section class="card"><h2>${t('Number that receives your sales')}</h2>!${shop.payout_phone === null ? html`<p>${t('No number yet. Without one, your customers can only pay you directly, and their page does not say to which number.')}</p>` : html`<p class="phone">${spacedPhone(shop.payout_phone)}</p><p>${t('The service pays what it collects for you to this number, by mobile money. Your customers see it when they pay you directly.')}</p>`}</section>`
}

function changeCard(screen: PayoutScreen): string {
  const { change, language, shop, now } = screen
  const t = speak(language)
  if (change?.takes_effect_at) return waitingCard(screen, change, change.takes_effect_at)
  if (change && takesCode(change, now)) return codeCard(screen, change)
  const form = html`!${change && !screen.notice ? html`<p class="notice warning">${t('The last code is no longer valid. Ask for another.')}</p>` : ''}!${phoneForm(screen, t('Send me the code'))}`
  if (shop.payout_phone === null) return html`<section class="card" id="number">!${form}</section>`
  const isOpen = change !== undefined || screen.faults.phone !== undefined
  return html`<details class="card" id="number"!${isOpen ? ' open' : ''}><summary>${t('Change this number')}</summary>!${form}</details>`
}

function phoneForm(screen: PayoutScreen, label: string): string {
  const { language, href, shop, typed, faults, isHeld, codeChannel } = screen
  const t = speak(language)
  const isFirst = shop.payout_phone === null
  const field = textField({
    name: 'phone',
    label: isFirst ? t('Your mobile money number') : t('New number'),
    value: typed.phone,
    hint: t('For example {example}.', { example: examplePhone(shop.country) }),
    error: faults.phone,
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 30, required: true },
  })
  const by = byChannel[language][codeChannel]
  const about =
    shop.payout_phone === null
      ? t('A code goes to this number{by}, to make sure that it is yours.', { by })
      : t(
          'A code goes to the current number ({end}){by}, and nothing changes without it. Owners whose e-mail address we have are told as well.',
          { end: maskedPhone(shop.payout_phone), by },
        )
  return html`<p>${about}!${isHeld && !isFirst ? html` ${t('For your safety, a change takes effect only 24 hours after the code.')}` : ''}</p>
!${postForm(`${href}/payout`, html`!${field}!${submitButton(label)}`)}!${isFirst ? '' : html`<p class="hint">${t('Do you no longer have the current number? Write to the operator of the service.')}</p>`}`
}

function codeCard(screen: PayoutScreen, change: PayoutChangeRow): string {
  const { language, href, faults, hasOutbox } = screen
  const t = speak(language)
  const field = textField({
    name: 'code',
    label: t('The code you received'),
    error: faults.code,
    attributes: {
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      maxlength: payoutCode.digits + 4,
      required: true,
    },
  })
  const outbox = hasOutbox
    ? html`<p class="notice">${t('A sandbox without WhatsApp: the message is kept on this machine.')} <a href="/dev/outbox">${t('Read it in the outbox')}</a></p>`
    : ''
  return html`<section class="card" id="code"><h2>${t('The code')}</h2><p>${t('A code was sent to the number {to}{by}. Enter it, so that the number {phone} receives your sales. It works for ten minutes.', { to: maskedPhone(codePhone(change)), phone: spacedPhone(change.new_phone), by: byChannel[language][screen.codeChannel] })}</p>!${outbox}
!${postForm(`${href}/payout/code`, html`!${field}!${submitButton(t('Confirm'))}`)}
<details id="again"!${faults.phone ? ' open' : ''}><summary>${t('Nothing received, or the wrong number?')}</summary>!${phoneForm(screen, t('Send me a new code'))}!${buttonForm(`${href}/payout/cancel`, speak(language)('Cancel this change'), 'danger')}</details></section>`
}

function waitingCard(
  { language, href, askedBy, now, timeZone }: PayoutScreen,
  change: PayoutChangeRow,
  takesEffectAt: Date,
): string {
  const t = speak(language)
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  return html`<section class="card" id="waiting"><h2>${t('A change is waiting')}</h2><p><strong>${t('The number {phone} will receive your sales from {when}.', { phone: spacedPhone(change.new_phone), when: when(takesEffectAt) })}</strong></p>
<p>${t('Asked for by {who} on {when}.', { who: askedBy ?? t('somebody of the shop'), when: when(change.requested_at) })}</p>
!${buttonForm(`${href}/payout/cancel`, t('Cancel this change'), 'danger')}<p class="hint">${t('Was it not you? Cancel it, then end the other sessions in your account.')}</p></section>`
}

/** A payout that the number refuses, as long as the shop has that number. */
function heldCard({ language, href, shop, payouts, now }: PayoutScreen): string {
  const held = heldPayout(shop.payout_phone, payouts, now)
  if (!held) return ''
  const t = speak(language)
  const lead = t(
    'The operator refuses the number {end}: {amount} could not be paid to you. Settle it with them and ask for another try, or change the number.',
    { amount: amountText(held.amount_fcfa, language), end: maskedPhone(held.phone ?? '') },
  )
  return html`<section class="card" id="held"><h2>${t('A payout waits for you')}</h2><p class="notice warning">${lead}</p>!${buttonForm(`${href}/payout/retry`, t('Try again'), 'plain', { transfer: held.id })}</section>`
}

function termsCard({ language, href, shop, typed, faults, leastPayoutFcfa, times }: PayoutScreen): string {
  const t = speak(language)
  const paidOn = { hour: times.hour, weekday: dayOfWeekText(weekdayNames.indexOf(times.weekday), language) }
  const rhythm = choiceField({
    name: 'rhythm',
    label: t('Rhythm'),
    value: typed.rhythm ?? shop.payout_rhythm,
    options: payoutRhythms.map((value) => ({ value, label: t(payoutRhythmNames[value], paidOn) })),
  })
  const minimum = textField({
    name: 'minimum',
    label: t('From (FCFA)'),
    value: typed.minimum ?? String(shop.payout_minimum_fcfa),
    hint:
      leastPayoutFcfa > 1
        ? t(
            'What is less waits, and goes out with what follows. The service pays out nothing below {amount}.',
            { amount: amountText(leastPayoutFcfa, language) },
          )
        : t('What is less waits, and goes out with what follows.'),
    error: faults.minimum,
    attributes: { inputmode: 'numeric', maxlength: 12, required: true },
  })
  const nets = checkField({
    name: 'nets',
    label: t('Take the trips and fees that I owe off my sales'),
    hint: t('Otherwise they are invoiced to you separately.'),
    isChecked: typed.nets ?? shop.payout_nets_fees,
  })
  return html`<section class="card" id="terms"><h2>${t('When your sales are paid out to you')}</h2>
!${postForm(`${href}/payout/terms`, html`!${rhythm}!${minimum}!${nets}!${submitButton(t('Save'), 'plain')}`)}</section>`
}

function recentCard({ language, href, payouts, timeZone, now }: PayoutScreen): string {
  const t = speak(language)
  const rows = payouts.map(
    ({ amount_fcfa, netted_fcfa, state, reference, ended_at, created_at, retry_at, note }, at) => {
      const isAwaited = at === 0 && state === 'REFUSED' && retry_at !== null && retry_at > now
      const about = [
        t(payoutRecentStates[state]),
        netted_fcfa > 0 ? t('{amount} of fees taken off', { amount: amountText(netted_fcfa, language) }) : '',
        momentText(ended_at ?? created_at, { timeZone, now }, language),
        isAwaited
          ? t('tried again on {when}', { when: momentText(retry_at, { timeZone, now }, language) })
          : '',
        note,
      ]
      return html`<li><div class="line"><span><strong>${amountText(amount_fcfa, language)}</strong> · <span class="code">${reference}</span><br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span></div></li>`
    },
  )
  return html`<section class="card" id="recent"><h2>${t('Last payouts')}</h2>!${rows.length === 0 ? html`<p class="soft">${t('Nothing has been paid out to you yet.')}</p>` : html`<ol class="rows">!${rows}</ol>`}<p><a href="${href.replace(/\/settings$/, '/statement')}">${t('Statement')}</a></p></section>`
}

function collectionCard({ language, href, shop, typed, faults, isServed }: PayoutScreen): string {
  const t = speak(language)
  if (!isServed)
    return html`<section class="card" id="collection"><h2>${t('How your customers pay')}</h2><p>${t('In your country this service does not collect by mobile money yet: your customers pay you directly, to your number.')}</p><p class="hint">${t('Directly: the customer pays you themselves, and you confirm that the money has arrived.')}</p></section>`
  const choice = choiceField({
    name: 'collection',
    label: t('By default'),
    value: typed.collection ?? shop.default_collection,
    error: faults.collection,
    options: (['SECURE', 'DIRECT'] as const).map((value) => ({
      value,
      label: t(payoutCollectionOptions[value]),
    })),
  })
  const hints = html`<p class="hint">${t('Through the service: the customer pays before they get the parcel, and the sale is paid out to you.')}<br>${t('Directly: the customer pays you themselves, and you confirm that the money has arrived.')}</p>`
  return html`<section class="card" id="collection"><h2>${t('How your customers pay')}</h2><p>${t('This is suggested first for each delivery; you can choose otherwise for any of them.')}</p>
!${postForm(`${href}/payout/collection`, html`!${choice}!${hints}!${submitButton(t('Save'), 'plain')}`)}</section>`
}
