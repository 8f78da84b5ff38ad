import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import {
  type ColumnChoice,
  type ProviderColumn,
  providerColumns,
} from '../../../../domain/money/statements/reconciling/provider-columns.ts'
import { fileForm, hiddenField, selectField, submitButton } from '../../../../pages/form-parts.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { booksPart } from '../books-part-page.ts'
import { faultList, providerStatementsHref } from './provider-statement-list.ts'

/** The form that says which column of a file tells what, and how it is read. */

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

/** What the form says in place of a column with the type, where all of a file left. */
const allOutgoing = 'out'

type ColumnsScreen = {
  choice: ColumnChoice
  header: readonly string[]
  /** How many there are below the header. */
  rows: number
  /** What the form sends again: the provider, the balance and the file. */
  kept: { provider: string; closing: string; table: string }
  faults: readonly string[]
}

/** Which column of a file tells what, as it is guessed or was chosen. */
export function columnsPage(screen: ColumnsScreen, language: Language): OperationsContent {
  const { choice, header, rows, kept, faults } = screen
  const t = speak(language)
  const lead = t(
    'Rows read: {rows}. Say which column tells what; the date, a reference and an amount are needed.',
    { rows: rows.toLocaleString(language) },
  )
  const aboutType = t(
    'Without a column of the type, a negative amount went out; of a file that has nothing else, say “All of it left”. The net amount is what the balance changed by: where it is told, the fee follows from it. Rows that did not succeed are left out.',
  )
  const aboutReference = t(
    'Check “Our reference”, by which rows are found in the books: a file is imported only once. An import can be removed while none of its rows is settled.',
  )
  const hidden = Object.entries({ act: 'import', provider: kept.provider, closing: kept.closing })
  const fields = html`!${hidden.map(([name, value]) => hiddenField(name, value))}
<textarea name="table" hidden>
${kept.table}</textarea><div class="cards">!${columnFields(choice, header, language)}</div>
<p class="hint">${aboutType}</p><p class="hint">${aboutReference}</p>!${submitButton(t('Import'))}`
  return booksPart(language, t('Columns of the statement'), {
    isFormPage: true,
    main: html`<p>${lead}</p>!${faultList(faults)}
!${fileForm(`${providerStatementsHref}/file`, fields)}
<p><a href="${providerStatementsHref}">${t('Choose another file')}</a></p>`,
  })
}

function columnFields(choice: ColumnChoice, header: readonly string[], language: Language): string[] {
  const t = speak(language)
  const options = [
    { value: '', label: t('Absent') },
    ...header.map((name, at) => ({ value: String(at), label: `${at + 1}. ${name.slice(0, 40)}` })),
  ]
  const typeOptions = [...options, { value: allOutgoing, label: t('All of it left') }]
  return providerColumns.map((column) =>
    selectField({
      name: column,
      label: t(columnNames[column]),
      value: chosenValue(choice, column),
      options: column === 'type' ? typeOptions : options,
    }),
  )
}

function chosenValue(choice: ColumnChoice, column: ProviderColumn): string {
  if (column === 'type' && choice.isOutgoing) return allOutgoing
  return choice[column] === undefined ? '' : String(choice[column])
}

/** The columns that a form chose, each a number that the file has. */
export function readColumns(fields: Record<string, string>, columns: number): ColumnChoice {
  const chosen = providerColumns.flatMap((column) => {
    const text = fields[column] ?? ''
    return /^\d{1,3}$/.test(text) && Number(text) < columns ? [[column, Number(text)] as const] : []
  })
  return { ...Object.fromEntries(chosen), ...(fields.type === allOutgoing && { isOutgoing: true as const }) }
}

/** Whether a date, an amount and a reference are told, and no column tells two things. */
export function isEnough({ isOutgoing: _, ...columns }: ColumnChoice): boolean {
  const { date, amount, net, reference, otherReference } = columns
  const taken = Object.values(columns)
  return (
    date !== undefined &&
    (amount ?? net) !== undefined &&
    (reference ?? otherReference) !== undefined &&
    new Set(taken).size === taken.length
  )
}
