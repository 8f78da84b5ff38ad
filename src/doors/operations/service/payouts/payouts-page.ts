import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { byHand } from '../../../../domain/money/transfers/transfer-row.ts'
import type {
  ListedTransfer,
  Overpaid,
  OwedTo,
  TransferList,
} from '../../../../domain/money/transfers/transfer-store.ts'
import { buttonForm, hiddenField, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { serviceHref, servicePage } from '../service-page.ts'

export type PayoutsFacts = {
  language: Language
  timeZone: string
  now: Date
  list: TransferList
  transfers: readonly ListedTransfer[]
  /** Whether there are older ones than these, and whether these are not the newest. */
  hasMore: boolean
  isOlder: boolean
  /** What is owed, each with the id of its form, which notes one payment however often it is sent. */
  owed: readonly (OwedTo & { formId: string })[]
  /** Who received more than was due to them. */
  overpaid: readonly Overpaid[]
  notice: WorkspaceNotice | undefined
  /** What was typed of a payment by hand that was refused. */
  typed?: { id: string; currency: string; amount: string; note: string; fault: string }
}

const kindNames = {
  SHOP_PAYOUT: 'Sales of a shop',
  COURIER_PAYOUT: 'Earnings of a courier',
  CUSTOMER_REFUND: 'Refund to a customer',
} as const

export const payoutsReasons = {
  PAYER_REFUSED: 'the customer refused',
  FUNDS_TOO_LOW: 'too little money',
  EXPIRED: 'not answered in time',
  NUMBER_REFUSED: 'number refused',
  LIMIT_REACHED: 'limit of the person reached',
  FLOAT_TOO_LOW: 'too little lies with the operator',
  PROVIDER_FAILED: 'failure at the operator',
} as const

const stateNames = {
  DUE: 'to be sent',
  SENT: 'sent, answer awaited',
  PAID: 'arrived',
  REFUSED: 'refused#states',
} as const

const emptyTexts = {
  HELD: 'Nothing waits for anybody.',
  UNDER_WAY: 'Nothing is on its way.',
  ENDED: 'Nothing has been sent yet.',
} as const

const listNames = {
  HELD: 'To see to#lists',
  UNDER_WAY: 'Under way',
  ENDED: 'Ended',
} as const

export const payoutLists: readonly TransferList[] = ['HELD', 'UNDER_WAY', 'ENDED']

/** The address of one of the lists. */
const payoutsHref = (list: TransferList): string =>
  list === 'HELD' ? serviceHref('payouts') : `${serviceHref('payouts')}?list=${list.toLowerCase()}`

/** What the service sends, by how far it is, and what it owes, with the payments that people make by hand. */
export function payoutsPage(facts: PayoutsFacts): OperationsContent {
  const { language, list, transfers, notice, typed } = facts
  const t = speak(language)
  const tabs = payoutLists.map(
    (each) =>
      html`<a href="${payoutsHref(each)}"!${each === list ? ' aria-current="page"' : ''}>${t(listNames[each])}</a>`,
  )
  const rows = transfers.map((transfer) => transferRow(facts, transfer))
  return servicePage(language, 'payouts', {
    notice,
    isFormPage: typed !== undefined,
    main: html`<p>${t('What the service sends: sales to shops, what they earned to couriers, refunds to customers. It follows each until the mobile money operator has answered, and never sends twice.')}</p><div class="tabs">!${tabs}</div>
!${list === 'HELD' && rows.length > 0 ? html`<p>${t('The operator refused these, and the money is still owed. A refused number waits until the person has settled it with them or changed it; the rest goes out again at the time that is given, or at once if you send it again.')}</p>` : ''}!${rows.length === 0 ? html`<p class="empty">${t(emptyTexts[list])}</p>` : html`<ol class="rows">!${rows}</ol>`}!${pages(facts)}
!${list === 'HELD' ? html`!${overpaidCard(facts)}!${owedCard(facts)}` : ''}`,
  })
}

function transferRow({ language, timeZone, now }: PayoutsFacts, transfer: ListedTransfer): string {
  const t = speak(language)
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const { id, kind, state, reason, reference, provider, provider_ref, netted_fcfa, retry_at, note, phone } =
    transfer
  const about = [
    t(stateNames[state]),
    reason && t(payoutsReasons[reason]),
    state === 'REFUSED' && retry_at !== null && retry_at > now
      ? t('tried again on {when}', { when: when(retry_at) })
      : '',
    netted_fcfa > 0 ? t('{amount} of fees taken off', { amount: amountText(netted_fcfa, language) }) : '',
  ]
  const traces = [
    when(transfer.ended_at ?? transfer.created_at),
    provider === byHand ? t('by hand') : providerAccountText(provider ?? '', language),
    provider === byHand || !phone ? '' : spacedPhone(phone),
    provider_ref,
    note,
  ]
  const who =
    kind === 'CUSTOMER_REFUND'
      ? html`<a class="inline" href="/operations/deliveries/${transfer.delivery_id}">${transfer.payee}</a>`
      : html`<strong>${transfer.payee}</strong>`
  const again = transfer.isHeld
    ? buttonForm(`${serviceHref('payouts')}/${id}/retry`, t('Send again'), 'plain')
    : ''
  return html`<li><div class="line"><span>!${who} · ${amountText(transfer.amount_fcfa, language)} · <span class="code">${reference}</span><br>${t(kindNames[kind])} · ${about.filter(Boolean).join(' · ')}<br><span class="soft">${traces.filter(Boolean).join(' · ')}</span></span>!${again}</div></li>`
}

function pages({ language, list, transfers, hasMore, isOlder }: PayoutsFacts): string {
  const t = speak(language)
  const last = transfers.at(-1)
  const sign = list === 'HELD' ? '?' : '&'
  const newest = isOlder
    ? html`<a class="button plain" href="${payoutsHref(list)}">${t('The newest#payouts')}</a>`
    : ''
  const older =
    hasMore && last
      ? html`<a class="button plain" href="${payoutsHref(list)}${sign}before=${last.id}">${t('Older ones#payouts')}</a>`
      : ''
  return newest === '' && older === '' ? '' : html`<div class="acts">!${newest}!${older}</div>`
}

/** Nothing where everybody received what was due to them. */
function overpaidCard({ language, overpaid }: PayoutsFacts): string {
  if (overpaid.length === 0) return ''
  const t = speak(language)
  const rows = overpaid.map(({ kind, name, currency, amountFcfa, shopId, deliveryId, requestId }) => {
    const who = deliveryId
      ? html`<a class="inline" href="/operations/deliveries/${deliveryId}">${name}</a>`
      : html`<strong>${name}</strong>`
    const how = textField({
      name: 'note',
      id: `surplus-${requestId}`,
      label: t('How (brought back to the office, left to the customer…)'),
      attributes: { required: true, minlength: 3, maxlength: 200 },
    })
    const form = postForm(
      `${serviceHref('payouts')}/surplus`,
      html`!${hiddenField('shop', shopId ?? '')}!${hiddenField('payment', requestId ?? '')}!${how}!${submitButton(t('It is settled'), 'plain')}`,
    )
    const act = requestId
      ? html`<details><summary>${t('Note what was agreed')}</summary>!${form}</details>`
      : ''
    return html`<li><div class="line"><span>!${who} · ${amountText(amountFcfa, language)} ${currency === 'XAF' ? 'XAF' : ''}<br><span class="soft">${t(kindNames[kind])}</span></span>!${act}</div></li>`
  })
  return html`<section class="card" id="overpaid"><h2>${t('Received too much')}</h2><p>${t('The provider paid what it had refused, after the money had been sent anew. Nothing more is sent to such a shop or courier until their next sales or earnings have made up for it. A customer you have to call; then note what you agreed on.')}</p><ol class="rows">!${rows}</ol></section>`
}

function owedCard({ language, owed, typed }: PayoutsFacts): string {
  const t = speak(language)
  const rows = owed.map(({ kind, id, name, currency, owedFcfa, formId }) => {
    const mine = typed?.id === id && typed.currency === currency ? typed : undefined
    const amount = textField({
      name: 'amount',
      id: `amount-${id}-${currency}`,
      label: t('Amount (FCFA)'),
      value: mine?.amount ?? String(owedFcfa),
      error: mine?.fault,
      attributes: { inputmode: 'numeric', maxlength: 12, required: true },
    })
    const how = textField({
      name: 'note',
      id: `note-${id}-${currency}`,
      label: t('How (cash at the office, number of the transfer…)'),
      value: mine?.note,
      attributes: { required: true, minlength: 3, maxlength: 200 },
    })
    const hidden = html`!${hiddenField('kind', kind)}!${hiddenField('id', id)}!${hiddenField('currency', currency)}!${hiddenField('form', formId)}`
    const form = postForm(
      `${serviceHref('payouts')}/by-hand`,
      html`!${hidden}!${amount}!${how}!${submitButton(t('It is paid'), 'plain')}`,
    )
    return html`<li><div class="line"><span><strong>${name}</strong> · ${amountText(owedFcfa, language)} ${currency === 'XAF' ? 'XAF' : ''}<br><span class="soft">${t(kindNames[kind])}</span></span><details!${mine ? ' open' : ''}><summary>${t('Note a payment made by hand')}</summary>!${form}</details></div></li>`
  })
  return html`<section class="card" id="owed"><h2>${t('What is owed')}</h2><p>${t('To the shops and couriers to whom the most is owed. Where somebody is paid in another way, note it here, so that they are not paid twice.')}</p>!${rows.length === 0 ? html`<p class="empty">${t('Nothing is owed.')}</p>` : html`<ol class="rows">!${rows}</ol>`}</section>`
}
