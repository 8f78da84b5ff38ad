import { html } from 'ghtml'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { type AccountKind, shownBalance } from '../../../domain/money/ledger/ledger-account.ts'
import type { LedgerRule } from '../../../domain/money/ledger/ledger-check-store.ts'
import type { KindTotal } from '../../../domain/money/ledger/ledger-store.ts'
import type { LedgerCheck } from '../../../domain/money/settlement/check-ledger.ts'
import { buttonForm, postForm, selectField, submitButton } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'
import { serviceHref, servicePage } from '../service/service-page.ts'

export type BooksFacts = {
  language: Language
  totals: readonly KindTotal[]
  /** The months that are over, like `2026-10`, the last one first. */
  months: readonly string[]
  checked?: LedgerCheck
  notice?: WorkspaceNotice | undefined
  isFormPage?: boolean
}

export const booksKinds: Record<AccountKind, OperationsText> = {
  PROVIDER_FLOAT: 'With the mobile money provider',
  CASH: 'In the till',
  BANK: 'At the bank',
  COMPANY_FUNDS: 'Put in by the company, less what it took out',
  MONEY_SENT: 'Being sent',
  CUSTOMER_MONEY: 'To customers, until the parcel is handed over',
  SUSPENSE: 'Waiting for an explanation',
  SHOP_SALES: 'To shops, for their sales',
  SHOP_FEES: 'By shops, for trips and fees',
  COURIER_EARNINGS: 'To couriers',
  TRIP_REVENUE: 'Trips, before discounts',
  COLLECTION_REVENUE: 'Collection fees',
  CANCELLATION_REVENUE: 'Cancellation fees',
  RETURN_REVENUE: 'Return fees',
  WAITING_REVENUE: 'Waiting fees',
  DISCOUNTS: 'Discounts given',
  PROVIDER_FEES: 'Kept by mobile-money operators',
  COURIER_PAY: 'Pay of couriers',
  VAT_COLLECTED: 'To the state, VAT collected',
}

const partNames = {
  day: [
    'End of the day',
    'Till and accounts of providers, what moved, what is missing; note money that was moved',
  ],
  revenue: ['Revenue', 'By day and city'],
  owed: ['What is owed', 'To each shop and each courier'],
  statements: ['Statements of providers', 'Compare what they say with these books'],
  invoices: ['Invoices to shops', 'Issue and read them'],
  fiscal: ['Fiscal device', 'e-MECeF or FNE: what is not signed yet'],
  journal: ['Accounting journal', 'For Sage or Odoo, with your plan of accounts'],
} as const

const groupNames = {
  held: 'What the service holds, and for whom',
  owed: 'What is owed',
  earned: 'What the company earned and gave',
} as const

const ruleNames: Record<LedgerRule, OperationsText> = {
  ONE_CURRENCY: 'One currency for each posting',
  SUMS_TO_ZERO: 'Each posting sums to 0',
  BALANCES: 'Each balance is the sum of its entries',
  SHOP_SETTLED: 'Each ended delivery is settled with its shop',
  COURIER_SETTLED: 'Each ended delivery is settled with its courier',
  COMPANY_SETTLED: 'Each ended delivery is earned by the company',
  TAX_BOOKED: 'The tax that earnings include stands on its own account',
  WAITS: 'Each wait that a courier is paid for is owed by its shop',
  CHARGES: 'A customer who was charged twice, or for nothing, is given the surplus back',
  PAID_TWICE: 'Nobody has received more than was due to them',
  TRANSFERS: 'Money that is sent is owed no more, and again when it is refused',
  OWNERS: 'What is booked is of the right shop, courier and operator',
  HOLDINGS: 'Customers’ money is held until it is settled or given back',
  MOVES: 'Money that was moved or counted is booked as it was noted',
  TRIPS_PREPAID: 'What a shop pays first is on its account',
  PROVIDER_STATEMENTS: 'Each provider holds what its last statement says, and what was booked since',
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
const parts = (language: Language): string[] => {
  const t = speak(language)
  return Object.entries(partNames).map(
    ([path, [name, lead]]) =>
      html`<li><a class="go" href="${serviceHref('books')}/${path}"><span><strong>${t(name)}</strong><br><span class="soft">${t(lead)}</span></span><span aria-hidden="true">›</span></a></li>`,
  )
}

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
  return html`<section class="card"><h2>${t(groupNames[group])}</h2><dl>!${lines}</dl></section>`
}

function checkResult({ language, checked }: BooksFacts): string {
  if (!checked) return ''
  const t = speak(language)
  const figure = (value: number) => amountText(value, language)
  if (checked.faults.length === 0)
    return html`<p class="notice" role="status">${t('{postings, plural, one {The books are without fault: 1 posting proven.} other {The books are without fault: # postings proven.}}', { postings: checked.postings })}</p>`
  const faults = checked.faults.map(
    ({ rule, subject, expectedFcfa, foundFcfa }) =>
      html`<li><strong>${speak(language)(ruleNames[rule])}</strong><br>${t('{subject}: {expected} expected, {found} found', { subject, expected: figure(expectedFcfa), found: figure(foundFcfa) })}</li>`,
  )
  return html`<p class="notice warning" role="alert">${t('There are faults. Close no month, and have whoever maintains the service look at them:')}</p><ul>!${faults}</ul>`
}
