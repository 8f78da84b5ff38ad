import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { errorBody } from '../../../../contract/errors.ts'
import { hiddenField } from '../../../../pages/form-parts.ts'
import type { SheetText } from '../../../../web/sheet-file.ts'
import { speak } from '../../console-words.ts'
import { type BulkColumn, bulkColumns, columnName } from '../columns/bulk-columns.ts'
import { cellFaultText } from './bulk-cells.ts'
import type { BulkRow, BulkTable, CellFault } from './bulk-rows.ts'
import { columnCard } from './column-card.ts'
import type { ManyScreen, RowsContent } from './many-rows.ts'
import type { TripPrice } from './trip-sums.ts'

/** What the preview is drawn from; `sheet` is the workbook that the table was read from. */
type PreviewScreen = ManyScreen & { sheet: SheetText | undefined }

/**
 * What each column is taken for, what is collected in all, and every row as it was read, with what is wrong
 * in which cell. Only rows without a fault can be ordered, and none while a column is unclear.
 */
export function previewRows(
  screen: PreviewScreen,
  table: BulkTable,
  prices: readonly TripPrice[],
): RowsContent {
  const { language, href, pickupAddressId, again } = screen
  const t = speak(language)
  const ready = table.rows.filter((row) => row.ready)
  const faulty = table.rows.length - ready.length
  const isOpen = table.mapping.reasons.length > 0
  const faultyText = t(
    '{count, plural, one {1 row to correct: it will not be ordered.} other {# rows to correct: they will not be ordered.}}',
    { count: faulty },
  )
  const orderText = t('{count, plural, one {Order this delivery} other {Order these # deliveries}}', {
    count: ready.length,
  })
  const order = html`<button class="primary" name="act" value="order">${orderText}</button>`
  const download = html`<button class="plain" name="act" value="faulty">
${t('Download the rows to correct')}</button>`
  const action = `${href}/deliveries/new/many`
  const question = html`<p><strong>${t('Before ordering, say what these columns are.')}</strong></p>`
  return {
    isWide: true,
    main: html`!${isOpen ? question : sums(ready, prices, language)}
!${sheetNotes(screen.sheet, language)}
!${faulty > 0 && !isOpen ? html`<p class="notice warning">${faultyText}</p>` : ''}
<form method="post" action="${action}" enctype="multipart/form-data" class="stack">
!${hiddenField('pickupAddressId', pickupAddressId)}!${hiddenField('again', again)}
<textarea name="table" hidden>
${screen.table}</textarea>
!${columnCard(table, language)}
<div class="acts">!${ready.length > 0 && !isOpen ? order : ''}
!${faulty > 0 && !isOpen ? download : ''}
<button class="plain" name="act" value="change">${t('Change the table')}</button></div></form>
!${previewTable(table, prices, screen)}`,
  }
}

/** `43 parcels, 612 500 FCFA to collect, trips about 38 000 FCFA`. */
function sums(ready: readonly BulkRow[], prices: readonly TripPrice[], language: Language): string {
  const t = speak(language)
  const amount = (fcfa: number) => amountText(fcfa, language)
  const payments = ready.flatMap(({ ready: order }) => (order ? [order.input.payment] : []))
  const collected = payments.reduce(
    (sum, { mode, goodsAmount = 0 }) => sum + (mode === 'CASH_ON_DELIVERY' ? goodsAmount : 0),
    0,
  )
  const trips = prices.reduce((sum, price) => sum + ('priceFcfa' in price ? price.priceFcfa : 0), 0)
  const prepaid = payments.filter(({ mode }) => mode === 'PREPAID').length
  const byShop = payments.filter(
    ({ feePayer, mode }) => mode === 'CASH_ON_DELIVERY' && feePayer === 'MERCHANT',
  ).length
  const isEstimate = prices.some((price) => 'isEstimate' in price && price.isEstimate)
  const said = [
    t('{count, plural, one {1 parcel} other {# parcels}}', { count: ready.length }),
    t('{amount} to collect', { amount: amount(collected) }),
    isEstimate
      ? t('trips about {amount}', { amount: amount(trips) })
      : t('trips {amount}', { amount: amount(trips) }),
  ]
  const notes = [
    prepaid > 0
      ? t(
          '{count, plural, one {1 is paid already: nothing is collected.} other {# are paid already: nothing is collected.}}',
          { count: prepaid },
        )
      : '',
    byShop > 0
      ? t(
          '{count, plural, one {Of 1 the delivery is in the amount: your shop pays the trip.} other {Of # the delivery is in the amount: your shop pays the trip.}}',
          { count: byShop },
        )
      : '',
  ].filter((note) => note !== '')
  return html`<p><strong>${said.join(', ')}</strong></p>
!${notes.map((note) => html`<p class="hint">${note}</p>`)}`
}

/** What of a workbook is not read. */
function sheetNotes(sheet: SheetText | undefined, language: Language): string {
  const t = speak(language)
  if (!sheet) return ''
  const { otherSheets, hiddenRows } = sheet
  const others = t('Only the sheet “{sheet}” is read, not {others}.', {
    sheet: sheet.sheet,
    others: otherSheets.slice(0, 10).join(', '),
  })
  const hidden = t('{count, plural, one {1 hidden row is left out.} other {# hidden rows are left out.}}', {
    count: hiddenRows,
  })
  return html`!${otherSheets.length > 0 ? html`<p class="hint">${others}</p>` : ''}
!${hiddenRows > 0 ? html`<p class="hint">${hidden}</p>` : ''}`
}

function previewTable(
  { rows, mapping }: BulkTable,
  prices: readonly TripPrice[],
  screen: ManyScreen,
): string {
  const t = speak(screen.language)
  const shown = bulkColumns.filter((column) => mapping.columns.includes(column))
  const headings = shown.map((column) => html`<th scope="col">${t(columnName(column))}</th>`)
  const readyRows = rows.filter(({ ready }) => ready)
  const priceOf = (row: BulkRow) => prices[readyRows.indexOf(row)]
  return html`<div class="table" tabindex="0" role="region" aria-label="${t('Several deliveries')}">
<table><thead><tr><th scope="col">${t('Row')}</th>
<th scope="col">${t('to collect')}</th>!${headings}</tr></thead>
<tbody>!${rows.map((row) => previewRow(row, shown, priceOf(row), screen))}</tbody></table></div>`
}

function previewRow(
  row: BulkRow,
  columns: readonly BulkColumn[],
  price: TripPrice | undefined,
  screen: ManyScreen,
): string {
  const { language } = screen
  const { cells, faults, lines } = row
  const said = (list: readonly CellFault[]) =>
    list.map(
      ({ code, written }) => html`<br><span class="error">${cellFaultText(code, written, screen)}</span>`,
    )
  const beyond = faults.filter(({ column }) => column === undefined || !columns.includes(column))
  const shown = columns.map((column) => {
    const wrong = faults.filter((fault) => fault.column === column)
    return html`<td>${cells[column] ?? ''}!${said(wrong)}</td>`
  })
  const kind = faults.length > 0 ? ' class="faulty"' : ''
  const number = lines.length > 1 ? `${lines[0]}–${lines.at(-1)}` : row.row
  const refused =
    price && 'refusal' in price
      ? html`<br><span class="error">${errorBody(price.refusal, language).message}</span>`
      : ''
  return html`<tr!${kind}><th scope="row">${number}</th>
<td>${collectedText(row, language)}!${said(beyond)}!${refused}</td>!${shown}</tr>`
}

/** What the customer pays for the goods, as it was read. */
function collectedText({ ready }: BulkRow, language: Language): string {
  if (!ready) return ''
  const { mode, goodsAmount = 0 } = ready.input.payment
  return mode === 'PREPAID' ? speak(language)('nothing') : amountText(goodsAmount, language)
}
