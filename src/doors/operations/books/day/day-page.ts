import { html } from 'ghtml'
import type { Fcfa } from '../../../../base/kernel/fcfa.ts'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { dayAfter, wallClock } from '../../../../base/kernel/local-time.ts'
import { shownBalance } from '../../../../domain/money/ledger/ledger-account.ts'
import type { PostingKind } from '../../../../domain/money/ledger/ledger-posting.ts'
import { type MoneyPlace, ownPlaces } from '../../../../domain/money/settlement/money-move.ts'
import type { DayAccount, DayGap } from '../../../../domain/money/statements/service/money-day.ts'
import type { MoneyDay } from '../../../../domain/money/statements/service/read-money-day.ts'
import { hiddenField, postForm, selectField, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { dayOf } from '../../../../web/statements/shop-statement-page.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { serviceHref } from '../../service/service-page.ts'
import { booksPart } from '../books-part-page.ts'

export type DayScreen = MoneyDay & {
  language: Language
  timeZone: string
  now: Date
  day: string
  today: string
  /** The accounts with providers that money can be moved between. */
  floats: readonly string[]
  /** Of the form, so that one sent twice counts once. */
  formId: string
  /** What was typed into a form that was refused. */
  typed?: Record<string, string>
  dayFault?: string | undefined
  notice?: WorkspaceNotice | undefined
  isFormPage?: boolean
}

const fieldNames = {
  from: 'From',
  to: 'To',
  amount: 'Amount',
  fee: 'Fee of the provider',
  reference: 'Number with the provider',
  note: 'Why, and by whom',
} as const

const ownNames = {
  CASH: 'Till',
  BANK: 'Bank',
  COMPANY_FUNDS: 'Put in or taken out by the company',
  SUSPENSE: 'Waiting for an explanation',
} as const

const kindNames: Partial<Record<PostingKind, OperationsText>> = {
  PAYMENT_RECEIVED: 'Payments by customers',
  TRIP_PREPAID: 'Trips paid first',
  PAYOUT_FEE_CHARGED: 'Payout fees charged',
  REFUND_RECORDED: 'Refunds noted',
  SURPLUS_SETTLED: 'Received too much, settled with customers',
  TRANSFER_BEGUN: 'Transfers begun',
  TRANSFER_PAID: 'Transfers that arrived',
  TRANSFER_REFUSED: 'Transfers refused',
  PAYOUT_RECORDED: 'Payouts noted',
  SHOP_PAYMENT_RECORDED: 'Payments by shops noted',
  DIFFERENCE_SETTLED: 'Differences settled',
  MONEY_MOVED: 'Money moved',
  MONEY_COUNTED: 'Till counted',
}

const path = `${serviceHref('books')}/day`

/** What lay where as a day began and ended, what moved, what is missing, and the forms that note the rest. */
export function dayPage(screen: DayScreen): OperationsContent {
  const { language, day, today, accounts, notice, isFormPage = false } = screen
  const t = speak(language)
  const link = (to: string, label: string) =>
    html`<a class="button plain" href="${path}?day=${to}">${label}</a>`
  const picker = html`<form class="stack" action="${path}"><div class="row">!${textField({
    name: 'day',
    label: t('Day'),
    value: day,
    error: screen.dayFault,
    attributes: { type: 'date', required: true, max: today },
  })}<button class="plain">${t('Show#day')}</button></div></form>
<p class="acts">!${link(dayAfter(day, -1), t('Day before'))}!${day < today ? link(dayAfter(day, 1), t('Day after')) : ''}</p>`
  return booksPart(language, `${t('End of the day')} · ${dayOf(day, language)}`, {
    ...{ notice, isFormPage },
    main: html`<p>${t('What lay there in the morning, what moved, and what lies there in the evening, account by account, by the company’s clock.')}</p>!${picker}!${gapsCard(screen)}!${accounts.length === 0 ? html`<p class="empty">${t('No money is booked yet.')}</p>` : accountsTable(screen)}!${movesCard(screen)}!${moveForm(screen)}!${countForm(screen)}`,
  })
}

function accountsTable({ language, accounts }: DayScreen): string {
  const t = speak(language)
  const cell = (label: string, fcfa: number) =>
    html`<td class="number" data-label="${label}">${amountText(fcfa, language)}</td>`
  const lines = accounts
    .filter(isNotEmpty)
    .map(asShown)
    .map((account) => {
      const moved = account.moved.map(({ postingKind, count, inFcfa, outFcfa }) => {
        const name = t((postingKind && kindNames[postingKind]) || 'Other')
        return html`<br><span class="soft">${name} (${count.toLocaleString(language)}) · ${amountText(inFcfa - outFcfa, language)}</span>`
      })
      return html`<tr><td class="wide"><strong>${accountName(account, language)}</strong> <span class="soft">${account.currency}</span>!${moved}</td>!${cell(t('Morning'), account.openingFcfa)}!${cell(t('In'), account.inFcfa)}!${cell(t('Out'), account.outFcfa)}!${cell(t('Evening'), account.closingFcfa)}</tr>`
    })
  const head = [t('Morning'), t('In'), t('Out'), t('Evening')]
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="${t('End of the day')}"><table><thead><tr><th scope="col">${t('Account')}</th>!${head.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody>!${lines}</tbody></table></div>`
}

const isNotEmpty = ({ openingFcfa, inFcfa, outFcfa, closingFcfa }: DayAccount): boolean =>
  [openingFcfa, inFcfa, outFcfa, closingFcfa].some((fcfa) => fcfa !== 0)

/**
 * What is being sent is owed until it arrives; people read it as money that lies on its way, as on the page
 * of the books.
 */
function asShown(account: DayAccount): DayAccount {
  if (account.kind !== 'MONEY_SENT') return account
  const turned = <Flow extends { inFcfa: Fcfa; outFcfa: Fcfa }>(flow: Flow): Flow => ({
    ...flow,
    inFcfa: flow.outFcfa,
    outFcfa: flow.inFcfa,
  })
  return {
    ...turned(account),
    openingFcfa: shownBalance('MONEY_SENT', account.openingFcfa),
    closingFcfa: shownBalance('MONEY_SENT', account.closingFcfa),
    moved: account.moved.map(turned),
  }
}

function gapsCard(screen: DayScreen): string {
  const { language, gaps } = screen
  const t = speak(language)
  if (gaps.length === 0)
    return html`<p class="notice" role="status">${t('Nothing: everything is counted, confirmed and explained.')}</p>`
  const lines = gaps.map((gap) => {
    const { text, fcfa } = gapText(gap, screen)
    return html`<div><dt>${text}</dt><dd>${fcfa === undefined ? '' : amountText(fcfa, language)}</dd></div>`
  })
  const isUnconfirmed = gaps.some(({ gap }) => gap === 'NOT_CONFIRMED')
  const statements = html`<p><a href="${serviceHref('books')}/statements">${t('Statements of providers')}</a></p>`
  return html`<section class="card"><h2>${t('What is missing')}</h2><dl>!${lines}</dl>!${isUnconfirmed ? statements : ''}</section>`
}

function gapText(gap: DayGap, { language, timeZone, now }: DayScreen): { text: string; fcfa?: number } {
  const t = speak(language)
  switch (gap.gap) {
    case 'BELOW_ZERO':
      return {
        text: t('{account}: below zero, so money that came there was not noted', {
          account: accountName(gap.account, language),
        }),
        fcfa: gap.account.closingFcfa,
      }
    case 'UNEXPLAINED':
      return { text: `${t('Waiting for an explanation')} · ${gap.currency}`, fcfa: gap.fcfa }
    case 'BEING_SENT':
      return { text: `${t('Still being sent')} · ${gap.currency}`, fcfa: gap.fcfa }
    case 'NOT_CONFIRMED': {
      const account = accountName(gap.account, language)
      if (gap.until === null)
        return { text: t('{account}: no statement of the provider has confirmed it yet', { account }) }
      const until = momentText(gap.until, { timeZone, now }, language)
      return { text: t('{account}: confirmed by a statement until {until} only', { account, until }) }
    }
    case 'NOT_COUNTED':
      return { text: `${t('The till was not counted on this day')} · ${gap.currency}` }
    case 'COUNTED_OTHERWISE': {
      const differenceFcfa = gap.count.countedFcfa - gap.count.bookedFcfa
      return {
        text: `${differenceFcfa < 0 ? t('Missing in the till when it was counted') : t('Too much in the till when it was counted')} · ${gap.count.currency}`,
        fcfa: Math.abs(differenceFcfa),
      }
    }
  }
}

function movesCard({ language, moves, timeZone, now }: DayScreen): string {
  if (moves.length === 0) return ''
  const t = speak(language)
  const lines = moves.map(({ from, to, amountFcfa, feeFcfa, currency, reference, note, movedAt }) => {
    const about = [
      momentText(movedAt, { timeZone, now }, language),
      reference,
      feeFcfa > 0 ? t('fee {fee}', { fee: amountText(feeFcfa, language) }) : '',
      currency,
      note,
    ]
    return html`<li><div class="line"><span>${t('From “{from}” to “{to}”', { from: placeName(from, language), to: placeName(to, language) })}<br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span><span>${amountText(amountFcfa, language)}</span></div></li>`
  })
  return html`<section><h2>${t('Money moved on this day')}</h2><ul class="rows">!${lines}</ul></section>`
}

function moveForm({ language, floats, formId, typed = {}, timeZone, now }: DayScreen): string {
  const t = speak(language)
  const options = [
    ...floats.map((value) => ({ value, label: providerAccountText(value, language) })),
    ...ownPlaces.map((value) => ({ value, label: t(ownNames[value]) })),
  ]
  const place = (name: 'from' | 'to', value: string | undefined) =>
    selectField({ name, label: t(fieldNames[name]), value: typed[name] ?? value, options })
  const amount = { inputmode: 'numeric', maxlength: 15, autocomplete: 'off' }
  const field = (name: 'amount' | 'fee' | 'reference' | 'note', attributes = {}, hint?: string, value = '') =>
    textField({ name, label: t(fieldNames[name]), hint, value: typed[name] ?? value, attributes })
  const content = html`<p>${t('A top-up, a withdrawal, a move from one account to another, what was banked. Nothing leaves from here: note what was done.')}</p>!${hiddenField('form', formId)}<div class="pair">!${place('from', 'BANK')}!${place('to', floats[0])}</div>
<div class="pair">!${field('amount', { ...amount, required: true })}!${field('fee', amount, t('0 where there is none.'), '0')}</div>
<div class="pair">!${currencyField(language, 'move-currency', typed.currency)}!${textField({
    name: 'movedAt',
    label: t('When'),
    value: typed.movedAt ?? wallClock(now, timeZone).toISOString().slice(0, 16),
    attributes: { type: 'datetime-local', required: true },
  })}</div>
!${field('reference', { maxlength: 60, autocomplete: 'off' }, t('As its message or its statement has it. Leave it empty where no provider has a part in it.'))}!${field('note', { maxlength: 200, required: true })}!${submitButton(t('Note it'))}`
  return foldedForm(t('Note money that was moved'), `${path}/move`, content, typed.act === 'move')
}

function countForm({ language, formId, typed = {} }: DayScreen): string {
  const t = speak(language)
  const content = html`<p>${t('A difference from the books waits for its explanation.')}</p>!${hiddenField('form', formId)}<div class="pair">!${textField(
    {
      name: 'counted',
      label: t('Counted'),
      value: typed.counted,
      attributes: { inputmode: 'numeric', maxlength: 15, autocomplete: 'off', required: true },
    },
  )}!${currencyField(language, 'count-currency', typed.currency)}</div>!${textField({
    name: 'note',
    id: 'count-note',
    label: t('Counted by'),
    value: typed.act === 'count' ? typed.note : '',
    attributes: { maxlength: 200, required: true },
  })}!${submitButton(t('Note the count'))}`
  return foldedForm(t('Count the till'), `${path}/count`, content, typed.act === 'count')
}

const foldedForm = (heading: string, action: string, content: string, isOpen: boolean): string =>
  html`<details class="card"!${isOpen ? ' open' : ''}><summary>${heading}</summary>!${postForm(action, content)}</details>`

const currencyField = (language: Language, id: string, value = 'XOF'): string =>
  selectField({
    ...{ name: 'currency', id, value, label: speak(language)('Currency') },
    options: ['XOF', 'XAF'].map((each) => ({ value: each, label: each })),
  })

/** A place of money as people read it. */
export const placeName = ({ kind, owner }: MoneyPlace, language: Language): string =>
  kind === 'PROVIDER_FLOAT' ? providerAccountText(owner, language) : speak(language)(ownNames[kind])

function accountName({ kind, owner }: DayAccount, language: Language): string {
  const t = speak(language)
  if (kind === 'MONEY_SENT')
    return t('Being sent, {provider}', { provider: providerAccountText(owner, language) })
  return kind === 'PROVIDER_FLOAT' ? providerAccountText(owner, language) : t(ownNames[kind])
}
