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
import { settingsWording } from '../settings-wording.ts'
import { payoutWording } from './payout-wording.ts'

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
    title: payoutWording[language].title,
    back: { href, label: settingsWording[language].title },
    notice,
    isFormPage,
    main: html`!${heldCard(screen)}!${numberCard(screen)}!${changeCard(screen)}!${termsCard(screen)}!${recentCard(screen)}!${collectionCard(screen)}`,
  }
}

function numberCard({ language, shop }: PayoutScreen): string {
  const { number: words } = payoutWording[language]
  return html`<section class="card"><h2>${words.heading}</h2>!${shop.payout_phone === null ? html`<p>${words.none}</p>` : html`<p class="phone">${spacedPhone(shop.payout_phone)}</p><p>${words.lead}</p>`}</section>`
}

function changeCard(screen: PayoutScreen): string {
  const { change, language, shop, now } = screen
  const words = payoutWording[language]
  if (change?.takes_effect_at) return waitingCard(screen, change, change.takes_effect_at)
  if (change && takesCode(change, now)) return codeCard(screen, change)
  const form = html`!${change && !screen.notice ? html`<p class="notice warning">${words.code.over}</p>` : ''}!${phoneForm(screen, words.number.submit)}`
  if (shop.payout_phone === null) return html`<section class="card" id="number">!${form}</section>`
  const isOpen = change !== undefined || screen.faults.phone !== undefined
  return html`<details class="card" id="number"!${isOpen ? ' open' : ''}><summary>${words.number.change}</summary>!${form}</details>`
}

function phoneForm(screen: PayoutScreen, label: string): string {
  const { language, href, shop, typed, faults, isHeld, codeChannel } = screen
  const { number: words } = payoutWording[language]
  const isFirst = shop.payout_phone === null
  const field = textField({
    name: 'phone',
    label: isFirst ? words.first : words.field,
    value: typed.phone,
    hint: words.hint(examplePhone(shop.country)),
    error: faults.phone,
    attributes: { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: 30, required: true },
  })
  const by = byChannel[language][codeChannel]
  const about =
    shop.payout_phone === null ? words.codeToFirst(by) : words.codeTo(maskedPhone(shop.payout_phone), by)
  return html`<p>${about}!${isHeld && !isFirst ? html` ${words.held}` : ''}</p>
!${postForm(`${href}/payout`, html`!${field}!${submitButton(label)}`)}!${isFirst ? '' : html`<p class="hint">${words.lost}</p>`}`
}

function codeCard(screen: PayoutScreen, change: PayoutChangeRow): string {
  const { language, href, faults, hasOutbox } = screen
  const { code: words } = payoutWording[language]
  const field = textField({
    name: 'code',
    label: words.field,
    error: faults.code,
    attributes: {
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      maxlength: payoutCode.digits + 4,
      required: true,
    },
  })
  const outbox = hasOutbox
    ? html`<p class="notice">${words.outbox} <a href="/dev/outbox">${words.outboxLink}</a></p>`
    : ''
  return html`<section class="card" id="code"><h2>${words.heading}</h2><p>${words.lead(maskedPhone(codePhone(change)), spacedPhone(change.new_phone), byChannel[language][screen.codeChannel])}</p>!${outbox}
!${postForm(`${href}/payout/code`, html`!${field}!${submitButton(words.submit)}`)}
<details id="again"!${faults.phone ? ' open' : ''}><summary>${words.again}</summary>!${phoneForm(screen, words.againSubmit)}!${buttonForm(`${href}/payout/cancel`, payoutWording[language].waiting.cancel, 'danger')}</details></section>`
}

function waitingCard(
  { language, href, askedBy, now, timeZone }: PayoutScreen,
  change: PayoutChangeRow,
  takesEffectAt: Date,
): string {
  const { waiting: words } = payoutWording[language]
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  return html`<section class="card" id="waiting"><h2>${words.heading}</h2><p><strong>${words.lead(spacedPhone(change.new_phone), when(takesEffectAt))}</strong></p>
<p>${words.askedBy(askedBy ?? words.somebody, when(change.requested_at))}</p>
!${buttonForm(`${href}/payout/cancel`, words.cancel, 'danger')}<p class="hint">${words.hint}</p></section>`
}

/** A payout that the number refuses, as long as the shop has that number. */
function heldCard({ language, href, shop, payouts, now }: PayoutScreen): string {
  const held = heldPayout(shop.payout_phone, payouts, now)
  if (!held) return ''
  const { held: words } = payoutWording[language]
  const lead = words.lead(amountText(held.amount_fcfa, language), maskedPhone(held.phone ?? ''))
  return html`<section class="card" id="held"><h2>${words.heading}</h2><p class="notice warning">${lead}</p>!${buttonForm(`${href}/payout/retry`, words.retry, 'plain', { transfer: held.id })}</section>`
}

function termsCard({ language, href, shop, typed, faults, leastPayoutFcfa, times }: PayoutScreen): string {
  const { terms: words } = payoutWording[language]
  const paidOn = { hour: times.hour, weekday: dayOfWeekText(weekdayNames.indexOf(times.weekday), language) }
  const rhythm = choiceField({
    name: 'rhythm',
    label: words.rhythm,
    value: typed.rhythm ?? shop.payout_rhythm,
    options: payoutRhythms.map((value) => ({ value, label: words.rhythms[value](paidOn) })),
  })
  const minimum = textField({
    name: 'minimum',
    label: words.minimum,
    value: typed.minimum ?? String(shop.payout_minimum_fcfa),
    hint: leastPayoutFcfa > 1 ? words.leastHint(amountText(leastPayoutFcfa, language)) : words.minimumHint,
    error: faults.minimum,
    attributes: { inputmode: 'numeric', maxlength: 12, required: true },
  })
  const nets = checkField({
    name: 'nets',
    label: words.nets,
    hint: words.netsHint,
    isChecked: typed.nets ?? shop.payout_nets_fees,
  })
  return html`<section class="card" id="terms"><h2>${words.heading}</h2>
!${postForm(`${href}/payout/terms`, html`!${rhythm}!${minimum}!${nets}!${submitButton(words.submit, 'plain')}`)}</section>`
}

function recentCard({ language, href, payouts, timeZone, now }: PayoutScreen): string {
  const { recent: words } = payoutWording[language]
  const rows = payouts.map(
    ({ amount_fcfa, netted_fcfa, state, reference, ended_at, created_at, retry_at, note }, at) => {
      const isAwaited = at === 0 && state === 'REFUSED' && retry_at !== null && retry_at > now
      const about = [
        words.states[state],
        netted_fcfa > 0 ? words.netted(amountText(netted_fcfa, language)) : '',
        momentText(ended_at ?? created_at, { timeZone, now }, language),
        isAwaited ? words.retriedAt(momentText(retry_at, { timeZone, now }, language)) : '',
        note,
      ]
      return html`<li><div class="line"><span><strong>${amountText(amount_fcfa, language)}</strong> · <span class="code">${reference}</span><br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span></div></li>`
    },
  )
  return html`<section class="card" id="recent"><h2>${words.heading}</h2>!${rows.length === 0 ? html`<p class="soft">${words.none}</p>` : html`<ol class="rows">!${rows}</ol>`}<p><a href="${href.replace(/\/settings$/, '/statement')}">${words.statement}</a></p></section>`
}

function collectionCard({ language, href, shop, typed, faults, isServed }: PayoutScreen): string {
  const { collection: words } = payoutWording[language]
  if (!isServed)
    return html`<section class="card" id="collection"><h2>${words.heading}</h2><p>${words.directOnly}</p><p class="hint">${words.hints.DIRECT}</p></section>`
  const choice = choiceField({
    name: 'collection',
    label: words.label,
    value: typed.collection ?? shop.default_collection,
    error: faults.collection,
    options: (['SECURE', 'DIRECT'] as const).map((value) => ({ value, label: words.options[value] })),
  })
  const hints = html`<p class="hint">${words.hints.SECURE}<br>${words.hints.DIRECT}</p>`
  return html`<section class="card" id="collection"><h2>${words.heading}</h2><p>${words.lead}</p>
!${postForm(`${href}/payout/collection`, html`!${choice}!${hints}!${submitButton(words.submit, 'plain')}`)}</section>`
}
