import { html } from 'ghtml'
import { amountText, momentText } from '../../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../../base/kernel/language.ts'
import {
  buttonForm,
  choiceField,
  hiddenField,
  postForm,
  selectField,
  submitButton,
  textField,
} from '../../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../../base/pages/workspace.ts'
import type { AccountBalance } from '../../../../../domain/ledger/ledger-store.ts'
import {
  type ComparedItem,
  differenceKind,
  openDifference,
  settlementAccounts,
} from '../../../../../domain/statements/reconciling/difference.ts'
import {
  type ColumnChoice,
  type ProviderColumn,
  providerColumns,
} from '../../../../../domain/statements/reconciling/provider-columns.ts'
import type { ProviderStatement } from '../../../../../domain/statements/reconciling/provider-statement-store.ts'
import type { StatementRemoval } from '../../../../../domain/statements/reconciling/statement-removal-store.ts'
import type { OperationsContent } from '../../../operations-deps.ts'
import { providerAccountText } from '../../../provider-account-text.ts'
import { serviceHref } from '../../service-page.ts'
import { booksPart } from '../books-part-page.ts'
import { providerStatementWording } from './provider-statement-wording.ts'

/** How pages of statements write times. */
export type StatementTimes = { language: Language; timeZone: string; now: Date }

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
  const words = providerStatementWording[language]
  const held = floats.map(
    (float) =>
      html`<div><dt>${providerAccountText(float.owner, language)} · ${float.currency}</dt><dd>${amountText(float.balanceFcfa, language)}</dd></div>`,
  )
  const floatCard = html`<section class="card"><h2>${words.floats}</h2>!${floats.length === 0 ? html`<p class="soft">${words.noFloat}</p>` : html`<dl>!${held}</dl>`}</section>`
  const list =
    statements.length === 0
      ? html`<p class="empty">${words.none}</p>`
      : html`<ul class="rows">!${statements.map((statement) => statementRow(screen, statement))}</ul>`
  return booksPart(language, words.title, {
    notice,
    isFormPage: faults.length > 0,
    main: html`<p>${words.lead}</p>!${faultList(faults)}!${floatCard}!${floats.length === 0 ? '' : importForm(screen)}!${list}`,
  })
}

function importForm({ language, floats, typed = {} }: StatementListScreen): string {
  const words = providerStatementWording[language]
  const provider = selectField({
    name: 'provider',
    label: words.provider,
    value: typed.provider,
    options: floats.map((float) => ({
      value: providerValue(float),
      label: `${providerAccountText(float.owner, language)} · ${float.currency}`,
    })),
  })
  const closing = textField({
    name: 'closing',
    label: words.closing,
    hint: words.closingHint,
    value: typed.closing,
    attributes: { inputmode: 'numeric', maxlength: 30, autocomplete: 'off' },
  })
  return html`<section class="card"><h2>${words.import}</h2><form method="post" action="${providerStatementsHref}/file" enctype="multipart/form-data" class="stack">!${provider}!${closing}<div class="field"><label for="file">${words.file}</label><input id="file" type="file" name="file" accept=".csv,text/csv,text/plain" required></div>!${submitButton(words.next)}</form></section>`
}

function statementRow(screen: StatementListScreen, statement: ProviderStatement): string {
  const words = providerStatementWording[screen.language]
  const badge = statement.confirmedAt ? html`<span class="badge">${words.confirmed}</span>` : ''
  return html`<li><a href="${providerStatementsHref}/${statement.id}"><span><strong>${providerAccountText(statement.provider, screen.language)} · ${statement.currency}</strong><br><span class="soft">${spanOf(screen, statement)}</span></span>!${badge}</a></li>`
}

const spanOf = (times: StatementTimes, { firstAt, lastAt, fileRows }: ProviderStatement): string =>
  providerStatementWording[times.language].span(
    momentText(firstAt, times, times.language),
    momentText(lastAt, times, times.language),
    fileRows.toLocaleString(times.language),
  )

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
  const words = providerStatementWording[language].choose
  const options = [
    { value: '', label: words.absent },
    ...header.map((name, at) => ({ value: String(at), label: `${at + 1}. ${name.slice(0, 40)}` })),
  ]
  const fields = providerColumns.map((column) =>
    selectField({
      name: column,
      label: words.columns[column],
      value: chosenValue(choice, column),
      options: column === 'type' ? [...options, { value: allOutgoing, label: words.allOutgoing }] : options,
    }),
  )
  return {
    ...booksPart(language, words.title, {
      main: html`<p>${words.lead(rows.toLocaleString(language))}</p>!${faultList(faults)}<form method="post" action="${providerStatementsHref}/file" enctype="multipart/form-data" class="stack">!${hiddenField('act', 'import')}!${hiddenField('provider', kept.provider)}!${hiddenField('closing', kept.closing)}<textarea name="table" hidden>
${kept.table}</textarea><div class="cards">!${fields}</div><p class="hint">${words.hint}</p><p class="hint">${words.once}</p>!${submitButton(words.submit)}</form><p><a href="${providerStatementsHref}">${words.again}</a></p>`,
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
  const words = providerStatementWording[language]
  const figure = (value: number) => value.toLocaleString(language)
  const told = (says: string, look = '') => html`<p class="notice!${look}" role="status">${says}</p>`
  const outcome =
    open > 0
      ? told(words.differing(figure(open), figure(compared)), ' warning')
      : isBalanceOther(screen)
        ? told(words.otherBalance(figure(compared)), ' warning')
        : told(words.agreed(figure(compared)))
  return {
    ...booksPart(language, `${providerAccountText(statement.provider, language)} · ${statement.currency}`, {
      notice,
      isFormPage,
      main: html`<p class="soft">${spanOf(screen, statement)}</p>!${isOfFuture(screen) ? told(words.future(momentText(statement.lastAt, screen, language)), ' warning') : ''}!${outcome}!${balanceCard(screen)}!${items.map((item) => itemCard(screen, item))}!${hasMore ? html`<p class="hint">${words.more(items.length)}</p>` : ''}!${removalCard(screen)}`,
    }),
    back: { href: providerStatementsHref, label: words.title },
  }
}

/** Whether a row is dated after now: a mistake, or a clock that is ahead. */
const isOfFuture = ({ statement, now }: StatementScreen): boolean => statement.lastAt > now

/** Whether the provider tells another balance than the books, though each operation agrees. */
const isBalanceOther = ({ statement, open, floatFcfa }: StatementScreen): boolean =>
  open === 0 && statement.closingFcfa !== null && statement.closingFcfa !== floatFcfa

function balanceCard(screen: StatementScreen): string {
  const { language, statement, floatFcfa, open, openFcfa } = screen
  const words = providerStatementWording[language]
  const { closingFcfa, confirmedAt, id } = statement
  const line = (name: string, fcfa: number) =>
    html`<div><dt>${name}</dt><dd>${amountText(fcfa, language)}</dd></div>`
  const openLine = openFcfa === 0 ? '' : line(words.balance.openSum, openFcfa)
  if (closingFcfa === null)
    return html`<section class="card"><dl>!${line(words.balance.booked, floatFcfa)}!${openLine}</dl><p class="hint">${words.noBalance}</p></section>`
  const gapFcfa = closingFcfa - floatFcfa
  const gap = gapFcfa === 0 ? '' : line(words.balance.gap, gapFcfa)
  const confirming = html`!${buttonForm(`${providerStatementsHref}/${id}/confirm`, words.confirm, 'primary')}<p class="hint">${words.confirmHint}</p>`
  const mayConfirm = confirmedAt === null && open === 0 && gapFcfa === 0 && !isOfFuture(screen)
  return html`<section class="card"><dl>!${line(words.balance.said, closingFcfa)}!${line(words.balance.booked, floatFcfa)}!${openLine}!${gap}</dl>!${isBalanceOther(screen) && !confirmedAt ? html`<p class="hint">${words.gapHint}</p>` : ''}!${confirmedAt ? html`<p><span class="badge">${words.confirmed}</span></p>` : ''}!${mayConfirm ? confirming : ''}</section>`
}

/** How an import that was wrong is removed, or why it stays. */
function removalCard({ statement, removal, ...times }: StatementScreen): string {
  const { language } = times
  const words = providerStatementWording[language].removal
  const { firstAt, lastAt, fileRows, id } = statement
  const { keptRows, refusal } = removal
  const moment = (at: Date) => momentText(at, times, language)
  const lead = words.lead(keptRows.toLocaleString(language), moment(firstAt), moment(lastAt))
  const says = refusal ? words.refusals[refusal] : keptRows < fileRows ? `${lead} ${words.others}` : lead
  const form = refusal ? '' : buttonForm(`${providerStatementsHref}/${id}/remove`, words.submit, 'danger')
  return html`<details class="card"><summary>${words.summary}</summary><p>${says}</p>!${form}</details>`
}

function itemCard(screen: StatementScreen, item: ComparedItem): string {
  const { language } = screen
  const words = providerStatementWording[language]
  const openFcfa = openDifference(item)
  const amount = (fcfa: number | null) => (fcfa === null ? words.nothing : amountText(fcfa, language))
  const about = [
    momentText(item.occurredAt, screen, language),
    words.said(amount(item.statementFcfa)),
    words.booked(amount(item.booksFcfa)),
  ]
  const name = item.ownReference ?? item.statementReference
  if (item.ownReference && item.statementReference) about.unshift(item.statementReference)
  const settled =
    item.settlements === 0
      ? ''
      : html`<p class="soft">${words.settled(amountText(item.settledFcfa, language), item.lastReason ?? '')}</p>`
  return html`<section class="card"><div class="heading-line"><h2>${name}</h2><strong>${openFcfa === 0 ? '' : amountText(openFcfa, language)}</strong></div><p>${words.kinds[differenceKind(item)]}<br><span class="soft">${about.join(' · ')}</span></p>!${settled}!${openFcfa === 0 ? '' : settleForm(screen, item, openFcfa)}</section>`
}

function settleForm(
  { language, statement }: StatementScreen,
  { subject }: ComparedItem,
  openFcfa: number,
): string {
  const words = providerStatementWording[language]
  const into = choiceField({
    name: 'into',
    label: words.into,
    value: 'SUSPENSE',
    options: settlementAccounts.map((value) => ({ value, label: words.accounts[value] })),
  })
  const reason = textField({
    name: 'reason',
    id: `reason-${subject}`,
    label: words.reason,
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  const form = postForm(
    `${providerStatementsHref}/${statement.id}/settle`,
    html`!${hiddenField('subject', subject)}!${hiddenField('difference', String(openFcfa))}!${into}!${reason}!${submitButton(words.settle)}`,
  )
  return html`<details><summary>${words.settle}</summary>!${form}</details>`
}
