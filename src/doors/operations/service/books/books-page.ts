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
import { booksGroups, booksKinds, booksRules, booksWording } from './books-wording.ts'

export type BooksFacts = {
  language: Language
  totals: readonly KindTotal[]
  /** The months that are over, like `2026-10`, the last one first. */
  months: readonly string[]
  checked?: LedgerCheck
  notice?: WorkspaceNotice | undefined
  isFormPage?: boolean
}

import { speak } from '../../operations-words.ts'

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
  const t = speak(language)
  const nameOf = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const month = selectField({
    name: 'month',
    label: t('Month'),
    value: months[0],
    options: months.map((value) => ({ value, label: nameOf.format(new Date(`${value}-01T00:00:00Z`)) })),
  })
  const closing = postForm(
    `${serviceHref('books')}/close`,
    html`!${month}!${submitButton(t('Close this month'), 'danger')}`,
  )
  return servicePage(language, 'books', {
    notice,
    isFormPage,
    main: html`<p>${t('Every franc that customers pay, that you owe or that you earn is here, since these books began.')}</p><ul class="rows">!${parts(language)}</ul>
!${totals.length === 0 ? html`<p class="empty">${t('Nothing is booked yet.')}</p>` : (Object.keys(groups) as (keyof typeof groups)[]).map((group) => totalsCard(facts, group))}
<section class="card"><h2>${t('Prove')}</h2>!${checkResult(facts)}<p>${t('Everything is computed again from the deliveries and compared with what is booked. It may take a minute.')}</p>!${buttonForm(`${serviceHref('books')}/check`, t('Prove the books'), 'plain')}</section>
<details class="card"><summary>${t('Close a month')}</summary><p>${t('Nothing is booked in it any more, nor in the months before. This cannot be undone.')}</p>!${closing}</details>`,
  })
}

/** The pages below this one, each with what it is for. */
const parts = (language: Language): string[] =>
  (Object.entries(booksWording[language].parts) as [string, [name: string, lead: string]][]).map(
    ([path, [name, lead]]) =>
      html`<li><a class="go" href="${serviceHref('books')}/${path}"><span><strong>${name}</strong><br><span class="soft">${lead}</span></span><span aria-hidden="true">›</span></a></li>`,
  )

function totalsCard({ language, totals }: BooksFacts, group: keyof typeof groups): string {
  const t = speak(language)
  const shown = groups[group].flatMap((kind) => totals.filter((total) => total.kind === kind))
  if (shown.length === 0) return ''
  const lines = shown.map(({ kind, owner, currency, balanceFcfa, accounts }) => {
    const about = [
      providerAccountText(owner, language),
      accounts > 1 ? t('{count, plural, one {1 account} other {# accounts}}', { count: accounts }) : '',
      currency,
    ]
      .filter(Boolean)
      .join(' · ')
    const amount = amountText(shownBalance(kind, balanceFcfa), language)
    return html`<div><dt>${t(booksKinds[kind])}<br><span class="soft">${about}</span></dt><dd>${amount}</dd></div>`
  })
  return html`<section class="card"><h2>${t(booksGroups[group])}</h2><dl>!${lines}</dl></section>`
}

function checkResult({ language, checked }: BooksFacts): string {
  if (!checked) return ''
  const t = speak(language)
  const words = booksWording[language].check
  const figure = (value: number) => amountText(value, language)
  if (checked.faults.length === 0)
    return html`<p class="notice" role="status">${words.fine(checked.postings)}</p>`
  const faults = checked.faults.map(
    ({ rule, subject, expectedFcfa, foundFcfa }) =>
      html`<li><strong>${speak(language)(booksRules[rule])}</strong><br>${t('{subject}: {expected} expected, {found} found', { subject, expected: figure(expectedFcfa), found: figure(foundFcfa) })}</li>`,
  )
  return html`<p class="notice warning" role="alert">${t('There are faults. Close no month, and have whoever maintains the service look at them:')}</p><ul>!${faults}</ul>`
}
