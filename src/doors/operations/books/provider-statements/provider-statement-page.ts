import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import type { AccountBalance } from '../../../../domain/money/ledger/ledger-store.ts'
import {
  type ComparedItem,
  differenceKind,
  openDifference,
  settlementAccounts,
} from '../../../../domain/money/statements/reconciling/difference.ts'
import {
  type ColumnChoice,
  type ProviderColumn,
  providerColumns,
} from '../../../../domain/money/statements/reconciling/provider-columns.ts'
import type { ProviderStatement } from '../../../../domain/money/statements/reconciling/provider-statement-store.ts'
import type { StatementRemoval } from '../../../../domain/money/statements/reconciling/statement-removal-store.ts'
import {
  buttonForm,
  choiceField,
  hiddenField,
  postForm,
  selectField,
  submitButton,
  textField,
} from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { serviceHref } from '../../service/service-page.ts'
import { booksPart } from '../books-part-page.ts'

const columnNames = {
  date: 'Date and time',
  reference: 'Reference of the provider',
  otherReference: 'Our reference',
  type: 'Type (in or out)',
  amount: 'Amount before the fee',
  net: 'Net amount',
  fee: 'Fee',
  outgoingFee: 'Fee of what left',
  status: 'Status',
  currency: 'Currency',
} as const

const removalRefusals = {
  CONFIRMED: 'This import cannot be removed any more: its balance is confirmed.',
  SETTLED: 'This import cannot be removed any more: a difference of one of its rows is settled.',
  SHARED: 'A file that was imported after this one has rows in common with it: remove that one first.',
} as const

const kindNames = {
  NOT_IN_BOOKS: 'In the statement, not in the books',
  NOT_IN_STATEMENT: 'In the books, not in the statement',
  OTHER_AMOUNT: 'Another amount',
  OTHER_FEE: 'Another fee',
  FOUND_LATER: 'Settled, then found',
} as const

const accountNames = {
  SUSPENSE: 'Waiting for an explanation',
  PROVIDER_FEES: 'Fees of the provider',
  BANK: 'Bank',
  CASH: 'Till',
  COMPANY_FUNDS: 'Put in or taken out by the company',
} as const

/** How pages of statements write times. */
type StatementTimes = { language: Language; timeZone: string; now: Date }

export const providerStatementsHref = `${serviceHref('books')}/statements`

/** A provider in a currency, as the form names it. */
export const providerValue = ({ owner, currency }: Pick<AccountBalance, 'owner' | 'currency'>): string =>
  `${owner} ${currency}`

export type StatementListScreen = StatementTimes & {
  floats: readonly AccountBalance[]
  statements: readonly ProviderStatement[]
  typed?: Record<string, string>
  faults?: readonly string[]
  notice?: WorkspaceNotice | undefined
}

/** The statements that were imported, and the form that imports one. */
export function providerStatementsPage(screen: StatementListScreen): OperationsContent {
  const { language, floats, statements, notice, faults = [] } = screen
  const t = speak(language)
  const held = floats.map(
    (float) =>
      html`<div><dt>${providerAccountText(float.owner, language)} · ${float.currency}</dt><dd>${amountText(float.balanceFcfa, language)}</dd></div>`,
  )
  const floatCard = html`<section class="card"><h2>${t('What lies with each provider by the books')}</h2>!${floats.length === 0 ? html`<p class="soft">${t('Nothing lies with a provider by the books yet.')}</p>` : html`<dl>!${held}</dl>`}</section>`
  const list =
    statements.length === 0
      ? html`<p class="empty">${t('No statement was imported.')}</p>`
      : html`<ul class="rows">!${statements.map((statement) => statementRow(screen, statement))}</ul>`
  return booksPart(language, t('Statements of providers'), {
    notice,
    isFormPage: faults.length > 0,
    main: html`<p>${t('Import the statement of a mobile-money provider: each row is compared with the books, and each difference is settled by a posting that says why.')}</p>!${faultList(faults)}!${floatCard}!${floats.length === 0 ? '' : importForm(screen)}!${list}`,
  })
}

function importForm({ language, floats, typed = {} }: StatementListScreen): string {
  const t = speak(language)
  const provider = selectField({
    name: 'provider',
    label: t('Provider'),
    value: typed.provider,
    options: floats.map((float) => ({
      value: providerValue(float),
      label: `${providerAccountText(float.owner, language)} · ${float.currency}`,
    })),
  })
  const closing = textField({
    name: 'closing',
    label: t('Balance after the last row'),
    hint: t('Optional, in FCFA. It is compared with the books.'),
    value: typed.closing,
    attributes: { inputmode: 'numeric', maxlength: 30, autocomplete: 'off' },
  })
  return html`<section class="card"><h2>${t('Import a statement')}</h2><form method="post" action="${providerStatementsHref}/file" enctype="multipart/form-data" class="stack">!${provider}!${closing}<div class="field"><label for="file">${t('CSV file, at most 1 MB and 10,000 rows')}</label><input id="file" type="file" name="file" accept=".csv,text/csv,text/plain" required></div>!${submitButton(t('Choose the columns'))}</form></section>`
}

function statementRow(screen: StatementListScreen, statement: ProviderStatement): string {
  const t = speak(screen.language)
  const badge = statement.confirmedAt ? html`<span class="badge">${t('Balance confirmed')}</span>` : ''
  return html`<li><a href="${providerStatementsHref}/${statement.id}"><span><strong>${providerAccountText(statement.provider, screen.language)} · ${statement.currency}</strong><br><span class="soft">${spanOf(screen, statement)}</span></span>!${badge}</a></li>`
}

const spanOf = (times: StatementTimes, { firstAt, lastAt, fileRows }: ProviderStatement): string =>
  speak(times.language)('From {from} to {to} · rows: {rows}', {
    from: momentText(firstAt, times, times.language),
    to: momentText(lastAt, times, times.language),
    rows: fileRows.toLocaleString(times.language),
  })

const faultList = (faults: readonly string[]): string =>
  faults.length === 0
    ? ''
    : html`<div class="notice refused" role="alert"><ul>!${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div>`

/** What the form says in place of a column with the type, where all of a file left. */
export const allOutgoing = 'out'

/** Which column of a file tells what, as it is guessed and chosen. */
export function columnsPage({
  language,
  header,
  rows,
  choice,
  kept,
  faults = [],
}: {
  language: Language
  header: readonly string[]
  rows: number
  choice: ColumnChoice
  /** What the form sends again: the provider, the balance and the file. */
  kept: { provider: string; closing: string; table: string }
  faults?: readonly string[]
}): OperationsContent {
  const t = speak(language)
  const options = [
    { value: '', label: t('Absent') },
    ...header.map((name, at) => ({ value: String(at), label: `${at + 1}. ${name.slice(0, 40)}` })),
  ]
  const fields = providerColumns.map((column) =>
    selectField({
      name: column,
      label: t(columnNames[column]),
      value: chosenValue(choice, column),
      options: column === 'type' ? [...options, { value: allOutgoing, label: t('All of it left') }] : options,
    }),
  )
  return {
    ...booksPart(language, t('Columns of the statement'), {
      main: html`<p>${t('Rows read: {rows}. Say which column tells what; the date, a reference and an amount are needed.', { rows: rows.toLocaleString(language) })}</p>!${faultList(faults)}<form method="post" action="${providerStatementsHref}/file" enctype="multipart/form-data" class="stack">!${hiddenField('act', 'import')}!${hiddenField('provider', kept.provider)}!${hiddenField('closing', kept.closing)}<textarea name="table" hidden>
${kept.table}</textarea><div class="cards">!${fields}</div><p class="hint">${t('Without a column of the type, a negative amount went out; of a file that has nothing else, say “All of it left”. The net amount is what the balance changed by: where it is told, the fee follows from it. Rows that did not succeed are left out.')}</p><p class="hint">${t('Check “Our reference”, by which rows are found in the books: a file is imported only once. An import can be removed while none of its rows is settled.')}</p>!${submitButton(t('Import'))}</form><p><a href="${providerStatementsHref}">${t('Choose another file')}</a></p>`,
    }),
    isFormPage: true,
  }
}

function chosenValue(choice: ColumnChoice, column: ProviderColumn): string {
  if (column === 'type' && choice.isOutgoing) return allOutgoing
  return choice[column] === undefined ? '' : String(choice[column])
}

export type StatementScreen = StatementTimes & {
  statement: ProviderStatement
  items: readonly ComparedItem[]
  compared: number
  open: number
  openFcfa: number
  floatFcfa: number
  hasMore: boolean
  removal: StatementRemoval
  notice?: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** One statement beside the books: whether they agree, and what is to be settled. */
export function providerStatementPage(screen: StatementScreen): OperationsContent {
  const { language, statement, items, compared, open, hasMore, notice, isFormPage } = screen
  const t = speak(language)
  const figure = (value: number) => value.toLocaleString(language)
  const told = (says: string, look = '') => html`<p class="notice!${look}" role="status">${says}</p>`
  const outcome =
    open > 0
      ? told(
          t('Differences to settle: {open}. Operations compared: {compared}.', {
            open: figure(open),
            compared: figure(compared),
          }),
          ' warning',
        )
      : isBalanceOther(screen)
        ? told(
            t('The operations agree, but not the balance. Operations compared: {compared}.', {
              compared: figure(compared),
            }),
            ' warning',
          )
        : told(t('Everything agrees. Operations compared: {compared}.', { compared: figure(compared) }))
  return {
    ...booksPart(language, `${providerAccountText(statement.provider, language)} · ${statement.currency}`, {
      notice,
      isFormPage,
      main: html`<p class="soft">${spanOf(screen, statement)}</p>!${isOfFuture(screen) ? told(t('The last row of this file is dated {last}. If that is a mistake, remove this import, correct the file and import it anew.', { last: momentText(statement.lastAt, screen, language) }), ' warning') : ''}!${outcome}!${balanceCard(screen)}!${items.map((item) => itemCard(screen, item))}!${hasMore ? html`<p class="hint">${t('Only {shown} are here: settle these to see the next.', { shown: items.length })}</p>` : ''}!${removalCard(screen)}`,
    }),
    back: { href: providerStatementsHref, label: t('Statements of providers') },
  }
}

/** Whether a row is dated after now: a mistake, or a clock that is ahead. */
const isOfFuture = ({ statement, now }: StatementScreen): boolean => statement.lastAt > now

/** Whether the provider tells another balance than the books, though each operation agrees. */
const isBalanceOther = ({ statement, open, floatFcfa }: StatementScreen): boolean =>
  open === 0 && statement.closingFcfa !== null && statement.closingFcfa !== floatFcfa

function balanceCard(screen: StatementScreen): string {
  const { language, statement, floatFcfa, open, openFcfa } = screen
  const t = speak(language)
  const { closingFcfa, confirmedAt, id } = statement
  const line = (name: string, fcfa: number) =>
    html`<div><dt>${name}</dt><dd>${amountText(fcfa, language)}</dd></div>`
  const openLine = openFcfa === 0 ? '' : line(t('Differences to settle'), openFcfa)
  if (closingFcfa === null)
    return html`<section class="card"><dl>!${line(t('Balance by the books, at that moment'), floatFcfa)}!${openLine}</dl><p class="hint">${t('No balance was given with this file.')}</p></section>`
  const gapFcfa = closingFcfa - floatFcfa
  const gap = gapFcfa === 0 ? '' : line(t('Difference'), gapFcfa)
  const confirming = html`!${buttonForm(`${providerStatementsHref}/${id}/confirm`, t('Confirm this balance'), 'primary')}<p class="hint">${t('From then on the proof of the books begins with this balance.')}</p>`
  const mayConfirm = confirmedAt === null && open === 0 && gapFcfa === 0 && !isOfFuture(screen)
  return html`<section class="card"><dl>!${line(t('Balance by the provider'), closingFcfa)}!${line(t('Balance by the books, at that moment'), floatFcfa)}!${openLine}!${gap}</dl>!${isBalanceOther(screen) && !confirmedAt ? html`<p class="hint">${t('The books lack a statement from before this one, or what the provider held before them. Import that statement, or a file with a single row of this amount, dated before, and settle it.')}</p>` : ''}!${confirmedAt ? html`<p><span class="badge">${t('Balance confirmed')}</span></p>` : ''}!${mayConfirm ? confirming : ''}</section>`
}

/** How an import that was wrong is removed, or why it stays. */
function removalCard({ statement, removal, ...times }: StatementScreen): string {
  const { language } = times
  const t = speak(language)
  const { firstAt, lastAt, fileRows, id } = statement
  const { keptRows, refusal } = removal
  const moment = (at: Date) => momentText(at, times, language)
  const lead = t(
    'Rows to remove: {rows}, from {from} to {to}. They are compared no more; the books do not change, and the same file can be imported anew.',
    { rows: keptRows.toLocaleString(language), from: moment(firstAt), to: moment(lastAt) },
  )
  const says = refusal
    ? t(removalRefusals[refusal])
    : keptRows < fileRows
      ? `${lead} ${t('Its other rows are in an earlier import too, and stay.')}`
      : lead
  const form = refusal
    ? ''
    : buttonForm(`${providerStatementsHref}/${id}/remove`, t('Remove these rows'), 'danger')
  return html`<details class="card"><summary>${t('Remove this import')}</summary><p>${says}</p>!${form}</details>`
}

function itemCard(screen: StatementScreen, item: ComparedItem): string {
  const { language } = screen
  const t = speak(language)
  const openFcfa = openDifference(item)
  const amount = (fcfa: number | null) => (fcfa === null ? t('nothing') : amountText(fcfa, language))
  const about = [
    momentText(item.occurredAt, screen, language),
    t('statement {amount}', { amount: amount(item.statementFcfa) }),
    t('books {amount}', { amount: amount(item.booksFcfa) }),
  ]
  const name = item.ownReference ?? item.statementReference
  if (item.ownReference && item.statementReference) about.unshift(item.statementReference)
  const settled =
    item.settlements === 0
      ? ''
      : html`<p class="soft">${t('Settled: {amount}. {reason}', { amount: amountText(item.settledFcfa, language), reason: item.lastReason ?? '' })}</p>`
  return html`<section class="card"><div class="heading-line"><h2>${name}</h2><strong>${openFcfa === 0 ? '' : amountText(openFcfa, language)}</strong></div><p>${t(kindNames[differenceKind(item)])}<br><span class="soft">${about.join(' · ')}</span></p>!${settled}!${openFcfa === 0 ? '' : settleForm(screen, item, openFcfa)}</section>`
}

function settleForm(
  { language, statement }: StatementScreen,
  { subject }: ComparedItem,
  openFcfa: number,
): string {
  const t = speak(language)
  const into = choiceField({
    name: 'into',
    label: t('Book to'),
    value: 'SUSPENSE',
    options: settlementAccounts.map((value) => ({ value, label: t(accountNames[value]) })),
  })
  const reason = textField({
    name: 'reason',
    id: `reason-${subject}`,
    label: t('Why'),
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  const form = postForm(
    `${providerStatementsHref}/${statement.id}/settle`,
    html`!${hiddenField('subject', subject)}!${hiddenField('difference', String(openFcfa))}!${into}!${reason}!${submitButton(t('Settle'))}`,
  )
  return html`<details><summary>${t('Settle')}</summary>!${form}</details>`
}
