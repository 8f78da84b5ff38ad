import { html } from 'ghtml'
import type { Fcfa } from '../../../../../base/kernel/fcfa.ts'
import { amountText, momentText } from '../../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../../base/kernel/language.ts'
import { dayAfter, wallClock } from '../../../../../base/kernel/local-time.ts'
import {
  hiddenField,
  postForm,
  selectField,
  submitButton,
  textField,
} from '../../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../../base/pages/workspace.ts'
import { shownBalance } from '../../../../../domain/ledger/ledger-account.ts'
import { type MoneyPlace, ownPlaces } from '../../../../../domain/settlement/money-move.ts'
import type { DayAccount, DayGap } from '../../../../../domain/statements/service/money-day.ts'
import type { MoneyDay } from '../../../../../domain/statements/service/read-money-day.ts'
import { dayOf } from '../../../../workspace/statements/shop-statement-page.ts'
import type { OperationsContent } from '../../../operations-deps.ts'
import { providerAccountText } from '../../../provider-account-text.ts'
import { serviceHref } from '../../service-page.ts'
import { booksPart } from '../books-part-page.ts'
import { dayWording } from './day-wording.ts'

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

const path = `${serviceHref('books')}/day`

/** What lay where as a day began and ended, what moved, what is missing, and the forms that note the rest. */
export function dayPage(screen: DayScreen): OperationsContent {
  const { language, day, today, accounts, notice, isFormPage = false } = screen
  const words = dayWording[language]
  const link = (to: string, label: string) =>
    html`<a class="button plain" href="${path}?day=${to}">${label}</a>`
  const picker = html`<form class="stack" action="${path}"><div class="row">!${textField({
    name: 'day',
    label: words.day,
    value: day,
    error: screen.dayFault,
    attributes: { type: 'date', required: true, max: today },
  })}<button class="plain">${words.show}</button></div></form>
<p class="acts">!${link(dayAfter(day, -1), words.before)}!${day < today ? link(dayAfter(day, 1), words.after) : ''}</p>`
  return booksPart(language, `${words.title} · ${dayOf(day, language)}`, {
    ...{ notice, isFormPage },
    main: html`<p>${words.lead}</p>!${picker}!${gapsCard(screen)}!${accounts.length === 0 ? html`<p class="empty">${words.none}</p>` : accountsTable(screen)}!${movesCard(screen)}!${moveForm(screen)}!${countForm(screen)}`,
  })
}

function accountsTable({ language, accounts }: DayScreen): string {
  const words = dayWording[language]
  const { columns } = words
  const cell = (label: string, fcfa: number) =>
    html`<td class="number" data-label="${label}">${amountText(fcfa, language)}</td>`
  const lines = accounts
    .filter(isNotEmpty)
    .map(asShown)
    .map((account) => {
      const moved = account.moved.map(({ postingKind, count, inFcfa, outFcfa }) => {
        const name = (postingKind && words.kinds[postingKind]) ?? words.other
        return html`<br><span class="soft">${name} (${count.toLocaleString(language)}) · ${amountText(inFcfa - outFcfa, language)}</span>`
      })
      return html`<tr><td class="wide"><strong>${accountName(account, language)}</strong> <span class="soft">${account.currency}</span>!${moved}</td>!${cell(columns.opening, account.openingFcfa)}!${cell(columns.in, account.inFcfa)}!${cell(columns.out, account.outFcfa)}!${cell(columns.closing, account.closingFcfa)}</tr>`
    })
  const head = [columns.opening, columns.in, columns.out, columns.closing]
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="${words.title}"><table><thead><tr><th scope="col">${columns.account}</th>!${head.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody>!${lines}</tbody></table></div>`
}

const isNotEmpty = ({ openingFcfa, inFcfa, outFcfa, closingFcfa }: DayAccount): boolean =>
  [openingFcfa, inFcfa, outFcfa, closingFcfa].some((fcfa) => fcfa !== 0)

/** What is being sent is owed until it arrives; people read it as money that lies on its way, as on the page of the books. */
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
  const words = dayWording[language].gaps
  if (gaps.length === 0) return html`<p class="notice" role="status">${words.none}</p>`
  const lines = gaps.map((gap) => {
    const { text, fcfa } = gapText(gap, screen)
    return html`<div><dt>${text}</dt><dd>${fcfa === undefined ? '' : amountText(fcfa, language)}</dd></div>`
  })
  const isUnconfirmed = gaps.some(({ gap }) => gap === 'NOT_CONFIRMED')
  const statements = html`<p><a href="${serviceHref('books')}/statements">${words.statements}</a></p>`
  return html`<section class="card"><h2>${words.heading}</h2><dl>!${lines}</dl>!${isUnconfirmed ? statements : ''}</section>`
}

function gapText(gap: DayGap, { language, timeZone, now }: DayScreen): { text: string; fcfa?: number } {
  const words = dayWording[language].gaps
  switch (gap.gap) {
    case 'BELOW_ZERO':
      return { text: words.BELOW_ZERO(accountName(gap.account, language)), fcfa: gap.account.closingFcfa }
    case 'UNEXPLAINED':
      return { text: `${words.UNEXPLAINED} · ${gap.currency}`, fcfa: gap.fcfa }
    case 'BEING_SENT':
      return { text: `${words.BEING_SENT} · ${gap.currency}`, fcfa: gap.fcfa }
    case 'NOT_CONFIRMED': {
      const until = gap.until && momentText(gap.until, { timeZone, now }, language)
      return { text: words.NOT_CONFIRMED(accountName(gap.account, language), until) }
    }
    case 'NOT_COUNTED':
      return { text: `${words.NOT_COUNTED} · ${gap.currency}` }
    case 'COUNTED_OTHERWISE': {
      const differenceFcfa = gap.count.countedFcfa - gap.count.bookedFcfa
      return {
        text: `${differenceFcfa < 0 ? words.COUNTED_LESS : words.COUNTED_MORE} · ${gap.count.currency}`,
        fcfa: Math.abs(differenceFcfa),
      }
    }
  }
}

function movesCard({ language, moves, timeZone, now }: DayScreen): string {
  if (moves.length === 0) return ''
  const words = dayWording[language].moves
  const lines = moves.map(({ from, to, amountFcfa, feeFcfa, currency, reference, note, movedAt }) => {
    const about = [
      momentText(movedAt, { timeZone, now }, language),
      reference,
      feeFcfa > 0 ? words.fee(amountText(feeFcfa, language)) : '',
      currency,
      note,
    ]
    return html`<li><div class="line"><span>${words.line(placeName(from, language), placeName(to, language))}<br><span class="soft">${about.filter(Boolean).join(' · ')}</span></span><span>${amountText(amountFcfa, language)}</span></div></li>`
  })
  return html`<section><h2>${words.heading}</h2><ul class="rows">!${lines}</ul></section>`
}

function moveForm({ language, floats, formId, typed = {}, timeZone, now }: DayScreen): string {
  const words = dayWording[language]
  const options = [
    ...floats.map((value) => ({ value, label: providerAccountText(value, language) })),
    ...ownPlaces.map((value) => ({ value, label: words.own[value] })),
  ]
  const place = (name: 'from' | 'to', value: string | undefined) =>
    selectField({ name, label: words.move[name], value: typed[name] ?? value, options })
  const amount = { inputmode: 'numeric', maxlength: 15, autocomplete: 'off' }
  const field = (name: 'amount' | 'fee' | 'reference' | 'note', attributes = {}, hint?: string, value = '') =>
    textField({ name, label: words.move[name], hint, value: typed[name] ?? value, attributes })
  const content = html`<p>${words.move.lead}</p>!${hiddenField('form', formId)}<div class="pair">!${place('from', 'BANK')}!${place('to', floats[0])}</div>
<div class="pair">!${field('amount', { ...amount, required: true })}!${field('fee', amount, words.move.feeHint, '0')}</div>
<div class="pair">!${currencyField(language, 'move-currency', typed.currency)}!${textField({
    name: 'movedAt',
    label: words.move.movedAt,
    value: typed.movedAt ?? wallClock(now, timeZone).toISOString().slice(0, 16),
    attributes: { type: 'datetime-local', required: true },
  })}</div>
!${field('reference', { maxlength: 60, autocomplete: 'off' }, words.move.referenceHint)}!${field('note', { maxlength: 200, required: true })}!${submitButton(words.move.submit)}`
  return foldedForm(words.move.heading, `${path}/move`, content, typed.act === 'move')
}

function countForm({ language, formId, typed = {} }: DayScreen): string {
  const words = dayWording[language].count
  const content = html`<p>${words.lead}</p>!${hiddenField('form', formId)}<div class="pair">!${textField({
    name: 'counted',
    label: words.counted,
    value: typed.counted,
    attributes: { inputmode: 'numeric', maxlength: 15, autocomplete: 'off', required: true },
  })}!${currencyField(language, 'count-currency', typed.currency)}</div>!${textField({
    name: 'note',
    id: 'count-note',
    label: words.note,
    value: typed.act === 'count' ? typed.note : '',
    attributes: { maxlength: 200, required: true },
  })}!${submitButton(words.submit)}`
  return foldedForm(words.heading, `${path}/count`, content, typed.act === 'count')
}

const foldedForm = (heading: string, action: string, content: string, isOpen: boolean): string =>
  html`<details class="card"!${isOpen ? ' open' : ''}><summary>${heading}</summary>!${postForm(action, content)}</details>`

const currencyField = (language: Language, id: string, value = 'XOF'): string =>
  selectField({
    ...{ name: 'currency', id, value, label: dayWording[language].move.currency },
    options: ['XOF', 'XAF'].map((each) => ({ value: each, label: each })),
  })

/** A place of money as people read it. */
export const placeName = ({ kind, owner }: MoneyPlace, language: Language): string =>
  kind === 'PROVIDER_FLOAT' ? providerAccountText(owner, language) : dayWording[language].own[kind]

function accountName({ kind, owner }: DayAccount, language: Language): string {
  const words = dayWording[language]
  if (kind === 'MONEY_SENT') return words.sent(providerAccountText(owner, language))
  return kind === 'PROVIDER_FLOAT' ? providerAccountText(owner, language) : words.own[kind]
}
