import { html } from 'ghtml'
import { checkField, textArea } from '../../../../pages/form-parts.ts'
import { speak } from '../../console-words.ts'
import { columnName, defaultColumns } from '../columns/bulk-columns.ts'
import { addressField } from '../order-place.ts'
import type { ManyScreen } from './many-rows.ts'

/** Why a table or a file is not read, and what to do. */
export const tableFaults = {
  EMPTY: 'There is nothing to read. Paste a table or choose a file.',
  TOO_LARGE: 'This is too large: 1 MB at most. Divide the table.',
  NOT_TEXT: 'This file is no table. Excel (.xlsx), LibreOffice (.ods) and CSV can be read.',
  QUOTES_UNCLOSED: 'A quotation mark is not closed: we cannot tell where the cell ends.',
  TOO_MANY_ROWS: 'There are more than 500 rows. Divide the table.',
  TOO_MANY_COLUMNS: 'There are more than 100 columns. Keep those that are needed.',
  ONLY_HEADER: 'There are only headings, no delivery.',
  SHEET_UNREADABLE: 'This file cannot be opened. Save it again as .xlsx, .ods or CSV.',
  SHEET_TOO_LARGE: 'This file holds too much. Copy the rows to order into a new file.',
  SHEET_LOCKED: 'This file has a password. Save it without one.',
} as const

/** Asks for a table or a file. */
export function tableForm({ language, href, table, again: mark, ...place }: ManyScreen): string {
  const { addresses, pickupAddressId } = place
  const t = speak(language)
  const lead = t(
    'Choose a file (Excel, LibreOffice, CSV, or the export of your shop), or paste a table: one row for each delivery, 500 at most. You see everything before ordering.',
  )
  const attributes = { rows: 8, spellcheck: 'false', autocomplete: 'off' }
  const pickup = { label: t('Where to fetch the parcels?'), value: pickupAddressId }
  const again = checkField({
    name: 'again',
    label: t('Order rows again that were ordered before'),
    hint: t('Otherwise a row that is sent twice is ordered once.'),
    isChecked: mark !== '',
    // What was marked once stays the same order.
    value: mark || 'new',
  })
  const columns = t(
    'Headings may be your own, in any order: the next page shows what each column is taken for. Without headings, in this order: {list}. Only the phone and a name are needed.',
    { list: defaultColumns.map((column) => t(columnName(column))).join(', ') },
  )
  const action = `${href}/deliveries/new/many`
  return html`<p>${lead}</p>
<form method="post" action="${action}" enctype="multipart/form-data" class="stack">
<div class="field"><label for="file">${t('File')}</label>
<input id="file" name="file" type="file"
accept=".xlsx,.xls,.ods,.csv,.tsv,.txt,.md,text/csv,text/plain"></div>
!${textArea({ name: 'table', label: t('Or a pasted table'), value: table, attributes })}
!${addressField(addresses, pickup)}
!${again}
<button class="primary" name="act" value="preview">${t('See before ordering')}</button></form>
<p class="acts"><a class="button plain" href="${action}/template.xlsx">${t('Download a template')}</a></p>
<details class="card"><summary>${t('Columns that are understood')}</summary><p>${columns}</p></details>`
}
