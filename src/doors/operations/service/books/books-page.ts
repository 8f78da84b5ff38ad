import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { buttonForm, postForm, selectField, submitButton } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { type AccountKind, shownBalance } from '../../../../domain/ledger/ledger-account.ts'
import type { KindTotal } from '../../../../domain/ledger/ledger-store.ts'
import type { LedgerCheck } from '../../../../domain/settlement/check-ledger.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { booksWording } from './books-wording.ts'

export type BooksFacts = {
  language: Language
  totals: readonly KindTotal[]
  /** The months that are over, like `2026-10`, the last one first. */
  months: readonly string[]
  checked?: LedgerCheck
  notice?: WorkspaceNotice | undefined
  isFormPage?: boolean
}

const groups = {
  held: ['PROVIDER_FLOAT', 'CASH', 'BANK', 'MONEY_SENT', 'CUSTOMER_MONEY', 'SUSPENSE', 'COMPANY_FUNDS'],
  owed: ['SHOP_SALES', 'SHOP_FEES', 'COURIER_EARNINGS', 'VAT_COLLECTED'],
  earned: [
    'TRIP_REVENUE',
    'COLLECTION_REVENUE',
    'CANCELLATION_REVENUE',
    'RETURN_REVENUE',
    'WAITING_REVENUE',
    'DISCOUNTS',
    'PROVIDER_FEES',
    'COURIER_PAY',
  ],
} as const satisfies Record<string, readonly AccountKind[]>

/** The totals of the books, their proof, and the closing of a month. */
export function booksPage(facts: BooksFacts): OperationsContent {
  const { language, totals, notice, isFormPage = false, months } = facts
  const words = booksWording[language]
  const nameOf = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const month = selectField({
    name: 'month',
    label: words.close.month,
    value: months[0],
    options: months.map((value) => ({ value, label: nameOf.format(new Date(`${value}-01T00:00:00Z`)) })),
  })
  const closing = postForm(
    `${serviceHref('books')}/close`,
    html`!${month}!${submitButton(words.close.submit, 'danger')}`,
  )
  return servicePage(language, 'books', {
    notice,
    isFormPage,
    main: html`<p>${words.lead}</p><ul class="rows">!${parts(language)}</ul>
!${totals.length === 0 ? html`<p class="empty">${words.none}</p>` : (Object.keys(groups) as (keyof typeof groups)[]).map((group) => totalsCard(facts, group))}
<section class="card"><h2>${words.check.heading}</h2>!${checkResult(facts)}<p>${words.check.lead}</p>!${buttonForm(`${serviceHref('books')}/check`, words.check.submit, 'plain')}</section>
<details class="card"><summary>${words.close.heading}</summary><p>${words.close.lead}</p>!${closing}</details>`,
  })
}

/** The pages below this one, each with what it is for. */
const parts = (language: Language): string[] =>
  (Object.entries(booksWording[language].parts) as [string, [name: string, lead: string]][]).map(
    ([path, [name, lead]]) =>
      html`<li><a class="go" href="${serviceHref('books')}/${path}"><span><strong>${name}</strong><br><span class="soft">${lead}</span></span><span aria-hidden="true">›</span></a></li>`,
  )

function totalsCard({ language, totals }: BooksFacts, group: keyof typeof groups): string {
  const words = booksWording[language]
  const shown = groups[group].flatMap((kind) => totals.filter((total) => total.kind === kind))
  if (shown.length === 0) return ''
  const lines = shown.map(({ kind, owner, currency, balanceFcfa, accounts }) => {
    const about = [providerAccountText(owner, language), accounts > 1 ? words.of(accounts) : '', currency]
      .filter(Boolean)
      .join(' · ')
    const amount = amountText(shownBalance(kind, balanceFcfa), language)
    return html`<div><dt>${words.kinds[kind]}<br><span class="soft">${about}</span></dt><dd>${amount}</dd></div>`
  })
  return html`<section class="card"><h2>${words.groups[group]}</h2><dl>!${lines}</dl></section>`
}

function checkResult({ language, checked }: BooksFacts): string {
  if (!checked) return ''
  const words = booksWording[language].check
  const figure = (value: number) => amountText(value, language)
  if (checked.faults.length === 0)
    return html`<p class="notice" role="status">${words.fine(checked.postings)}</p>`
  const faults = checked.faults.map(
    ({ rule, subject, expectedFcfa, foundFcfa }) =>
      html`<li><strong>${booksWording[language].rules[rule]}</strong><br>${words.fault(subject, figure(expectedFcfa), figure(foundFcfa))}</li>`,
  )
  return html`<p class="notice warning" role="alert">${words.faulty}</p><ul>!${faults}</ul>`
}
