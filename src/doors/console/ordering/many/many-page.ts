import { html } from 'ghtml'
import { errorBody } from '../../../../base/contract/errors.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { checkField, hiddenField, selectField, textArea } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { OrderOutcome } from '../../../../domain/deliveries/create-deliveries.ts'
import type { PickupAddressRow } from '../../../../domain/shops/shop-store.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'
import { orderingFaults } from '../ordering-wording.ts'
import { type BulkColumn, defaultHeader } from './bulk-columns.ts'
import type { BulkReading, BulkRow, CellFault } from './bulk-rows.ts'
import { manyNames, manyOutcome } from './many-wording.ts'

/** What the page of many deliveries is drawn from. */
export type ManyScreen = {
  language: Language
  /** The address of the shop's pages. */
  shopHref: string
  addresses: readonly PickupAddressRow[]
  /** What was pasted, or the text of the file. */
  table: string
  pickupAddressId: string
  /** Makes rows that were ordered before new ones; empty unless that was asked for. */
  again: string
  /** Says that the city takes no orders now. */
  closed: WorkspaceNotice | undefined
  /** Whether the service itself writes to customers. */
  writesToPhones: boolean
}

type ReadRows = Exclude<BulkReading, { fault: unknown }>

/** Asks for a table; `fault` says why the last one could not be read. */
export function manyFormPage(screen: ManyScreen, fault?: string): ConsoleContent {
  const t = speak(screen.language)
  const columns = defaultHeader.columns.flatMap((name) => (name ? [t(manyNames[name])] : [])).join(', ')
  return {
    ...contentOf(screen),
    ...(fault !== undefined && { notice: { kind: 'refused', text: fault } }),
    main: html`<p>${t('Paste a table (Excel, Google Sheets) or choose a CSV file: one row for each delivery, 500 at most. You see everything before ordering.')}</p>
<form method="post" action="${screen.shopHref}/deliveries/new/many" enctype="multipart/form-data" class="stack">
!${textArea({ name: 'table', label: t('Table'), value: screen.table, attributes: { rows: 8, spellcheck: 'false', autocomplete: 'off' } })}
<div class="field"><label for="file">${t('Or a CSV file')}</label><input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain"></div>
!${addressField(screen)}
!${checkField({ name: 'again', label: t('Order rows again that were ordered before'), hint: t('Otherwise a row that is sent twice is ordered once.'), isChecked: false, value: 'new' })}
<button class="primary" name="act" value="preview">${t('See before ordering')}</button></form>
<details class="card"><summary>${t('Columns that are understood')}</summary><p>${t('Without headings, in this order: {list}. With headings, in any order. Only the phone and a name are needed.', { list: columns })}</p></details>`,
  }
}

/** Shows every row as it was read, with what is wrong in which cell; only rows without a fault can be ordered. */
export function manyPreviewPage(screen: ManyScreen, reading: ReadRows): ConsoleContent {
  const t = speak(screen.language)
  const ready = reading.rows.filter((row) => row.ready).length
  const faulty = reading.rows.length - ready
  const order = html`<form method="post" action="${screen.shopHref}/deliveries/new/many" enctype="multipart/form-data" class="acts">
!${hiddenField('pickupAddressId', screen.pickupAddressId)}!${hiddenField('again', screen.again)}<textarea name="table" hidden>
${screen.table}</textarea>!${ready > 0 ? html`<button class="primary" name="act" value="order">${t('{count, plural, one {Order this delivery} other {Order these # deliveries}}', { count: ready })}</button>` : ''}<button class="plain" name="act" value="change">${t('Change the table')}</button></form>`
  return {
    ...contentOf(screen),
    isWide: true,
    main: html`<p><strong>${t('{count, plural, one {1 delivery is ready} other {# deliveries are ready}}', { count: ready })}</strong></p>!${faulty > 0 ? html`<p class="notice warning">${t('{count, plural, one {1 row to correct: it will not be ordered.} other {# rows to correct: they will not be ordered.}}', { count: faulty })}</p>` : ''}!${reading.unknownHeadings.length > 0 ? html`<p class="hint">${t('Columns that are ignored: {list}', { list: reading.unknownHeadings.join(', ') })}</p>` : ''}
!${order}!${table(reading, screen.language)}`,
  }
}

/** What became of each row that was ordered. */
export function manyOutcomePage(
  screen: ManyScreen,
  rows: readonly BulkRow[],
  outcomes: readonly OrderOutcome[],
): ConsoleContent {
  const t = speak(screen.language)
  const made = outcomes.flatMap((outcome) => ('delivery' in outcome ? [outcome] : []))
  const replayed = made.filter(({ isReplay }) => isReplay).length
  const refused = outcomes.length - made.length
  const ids = made.slice(0, 100).map(({ delivery }) => hiddenField('id', delivery.id))
  return {
    ...contentOf(screen),
    notice: {
      kind: refused > 0 ? 'warning' : 'done',
      text: t('{count, plural, one {1 delivery is ordered.} other {# deliveries are ordered.}}', {
        count: made.length - replayed,
      }),
    },
    main: html`!${replayed > 0 ? html`<p>${t('{count} {count, plural, one {was} other {were}} ordered before: nothing was ordered twice.', { count: replayed })}</p>` : ''}!${refused > 0 ? html`<p class="error">${t('{count} {count, plural, one {was} other {were}} refused.', { count: refused })}</p>` : ''}!${made.length > 0 && !screen.writesToPhones ? html`<p class="notice warning">${t('This service sends neither WhatsApp nor SMS. Open each delivery below and send the customer their link by WhatsApp: the message is written already.')}</p>` : ''}
<div class="acts">!${made.length > 0 ? html`<form action="${screen.shopHref}/deliveries/labels">!${ids}<button class="primary">${t('Print labels')}</button></form>` : ''}<a class="button plain" href="${screen.shopHref}/deliveries">${t('See the deliveries')}</a></div>
<ul class="rows">!${outcomes.map((outcome, at) => outcomeRow(screen, rows[at], outcome))}</ul>`,
  }
}

const contentOf = ({ language, shopHref, closed }: ManyScreen): Omit<ConsoleContent, 'main'> => ({
  section: 'order',
  title: speak(language)('Several deliveries'),
  back: { href: `${shopHref}/deliveries/new`, label: speak(language)('A single delivery') },
  notice: closed,
})

function addressField({ addresses, language, pickupAddressId }: ManyScreen): string {
  if (addresses.length < 2) return ''
  return selectField({
    name: 'pickupAddressId',
    label: speak(language)('Where to fetch the parcels?'),
    value: pickupAddressId,
    options: addresses.map(({ id, label, landmark, lat, lng }) => ({
      value: id,
      label: label ?? landmark ?? `${lat}, ${lng}`,
    })),
  })
}

function table({ rows, columns }: ReadRows, language: Language): string {
  const t = speak(language)
  const shown = columns.filter((column): column is BulkColumn => column !== undefined)
  const headings = shown.map((column) => html`<th scope="col">${t(manyNames[column])}</th>`)
  return html`<div class="table" tabindex="0" role="region" aria-label="${t('Several deliveries')}"><table><thead><tr><th scope="col">${t('Row')}</th>!${headings}</tr></thead><tbody>!${rows.map((row) => previewRow(row, shown, language))}</tbody></table></div>`
}

function previewRow(
  { row, cells, faults }: BulkRow,
  columns: readonly BulkColumn[],
  language: Language,
): string {
  const beyond = faults.filter(({ column }) => column === undefined || !columns.includes(column))
  const said = (list: readonly CellFault[]) =>
    list.map(({ code }) => html`<br><span class="error">${speak(language)(orderingFaults[code])}</span>`)
  return html`<tr!${faults.length > 0 ? ' class="faulty"' : ''}><th scope="row">${row}!${said(beyond)}</th>!${columns.map(
    (column) =>
      html`<td>${cells[column] ?? ''}!${said(faults.filter((fault) => fault.column === column))}</td>`,
  )}</tr>`
}

function outcomeRow(
  { language, shopHref }: ManyScreen,
  row: BulkRow | undefined,
  outcome: OrderOutcome,
): string {
  const t = speak(language)
  const name = html`<strong>${t('Row')} ${row?.row}</strong> ${row?.cells.firstName ?? row?.cells.fullName ?? ''} ${row?.cells.lastName ?? ''}`
  if ('refusal' in outcome)
    return html`<li><div class="line"><span>!${name}<br><span class="error">${errorBody(outcome.refusal, language).message}</span></span></div></li>`
  const { id, reference } = outcome.delivery
  return html`<li><a href="${shopHref}/deliveries/${id}"><span>!${name}</span><span class="soft">${reference} · ${t(manyOutcome[outcome.isReplay ? 'replayed' : 'made'])}</span></a></li>`
}
