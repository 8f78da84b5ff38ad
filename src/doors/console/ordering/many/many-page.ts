import { html } from 'ghtml'
import { errorBody } from '../../../../base/contract/errors.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { checkField, hiddenField, selectField, textArea } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { OrderOutcome } from '../../../../domain/deliveries/create-deliveries.ts'
import type { PickupAddressRow } from '../../../../domain/shops/shop-store.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { orderingWording } from '../ordering-wording.ts'
import { type BulkColumn, defaultHeader } from './bulk-columns.ts'
import type { BulkReading, BulkRow, CellFault } from './bulk-rows.ts'
import { manyWording } from './many-wording.ts'

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
  const words = manyWording[screen.language]
  const columns = defaultHeader.columns.flatMap((name) => (name ? [words.names[name]] : [])).join(', ')
  return {
    ...contentOf(screen),
    ...(fault !== undefined && { notice: { kind: 'refused', text: fault } }),
    main: html`<p>${words.lead}</p>
<form method="post" action="${screen.shopHref}/deliveries/new/many" enctype="multipart/form-data" class="stack">
!${textArea({ name: 'table', label: words.paste, value: screen.table, attributes: { rows: 8, spellcheck: 'false', autocomplete: 'off' } })}
<div class="field"><label for="file">${words.file}</label><input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain"></div>
!${addressField(screen)}
!${checkField({ name: 'again', label: words.again, hint: words.againHint, isChecked: false, value: 'new' })}
<button class="primary" name="act" value="preview">${words.preview}</button></form>
<details class="card"><summary>${words.columns}</summary><p>${words.columnsHint(columns)}</p></details>`,
  }
}

/** Shows every row as it was read, with what is wrong in which cell; only rows without a fault can be ordered. */
export function manyPreviewPage(screen: ManyScreen, reading: ReadRows): ConsoleContent {
  const words = manyWording[screen.language]
  const ready = reading.rows.filter((row) => row.ready).length
  const faulty = reading.rows.length - ready
  const order = html`<form method="post" action="${screen.shopHref}/deliveries/new/many" enctype="multipart/form-data" class="acts">
!${hiddenField('pickupAddressId', screen.pickupAddressId)}!${hiddenField('again', screen.again)}<textarea name="table" hidden>
${screen.table}</textarea>!${ready > 0 ? html`<button class="primary" name="act" value="order">${words.order(ready)}</button>` : ''}<button class="plain" name="act" value="change">${words.change}</button></form>`
  return {
    ...contentOf(screen),
    isWide: true,
    main: html`<p><strong>${words.ready(ready)}</strong></p>!${faulty > 0 ? html`<p class="notice warning">${words.faulty(faulty)}</p>` : ''}!${reading.unknownHeadings.length > 0 ? html`<p class="hint">${words.unknown(reading.unknownHeadings.join(', '))}</p>` : ''}
!${order}!${table(reading, screen.language)}`,
  }
}

/** What became of each row that was ordered. */
export function manyOutcomePage(
  screen: ManyScreen,
  rows: readonly BulkRow[],
  outcomes: readonly OrderOutcome[],
): ConsoleContent {
  const words = manyWording[screen.language]
  const made = outcomes.flatMap((outcome) => ('delivery' in outcome ? [outcome] : []))
  const replayed = made.filter(({ isReplay }) => isReplay).length
  const refused = outcomes.length - made.length
  const ids = made.slice(0, 100).map(({ delivery }) => hiddenField('id', delivery.id))
  return {
    ...contentOf(screen),
    notice: { kind: refused > 0 ? 'warning' : 'done', text: words.done(made.length - replayed) },
    main: html`!${replayed > 0 ? html`<p>${words.replayed(replayed)}</p>` : ''}!${refused > 0 ? html`<p class="error">${words.refused(refused)}</p>` : ''}!${made.length > 0 && !screen.writesToPhones ? html`<p class="notice warning">${words.byHand}</p>` : ''}
<div class="acts">!${made.length > 0 ? html`<form action="${screen.shopHref}/deliveries/labels">!${ids}<button class="primary">${words.labels}</button></form>` : ''}<a class="button plain" href="${screen.shopHref}/deliveries">${words.list}</a></div>
<ul class="rows">!${outcomes.map((outcome, at) => outcomeRow(screen, rows[at], outcome))}</ul>`,
  }
}

const contentOf = ({ language, shopHref, closed }: ManyScreen): Omit<ConsoleContent, 'main'> => ({
  section: 'order',
  title: manyWording[language].title,
  back: { href: `${shopHref}/deliveries/new`, label: manyWording[language].back },
  notice: closed,
})

function addressField({ addresses, language, pickupAddressId }: ManyScreen): string {
  if (addresses.length < 2) return ''
  return selectField({
    name: 'pickupAddressId',
    label: manyWording[language].pickup,
    value: pickupAddressId,
    options: addresses.map(({ id, label, landmark, lat, lng }) => ({
      value: id,
      label: label ?? landmark ?? `${lat}, ${lng}`,
    })),
  })
}

function table({ rows, columns }: ReadRows, language: Language): string {
  const words = manyWording[language]
  const shown = columns.filter((column): column is BulkColumn => column !== undefined)
  const headings = shown.map((column) => html`<th scope="col">${words.names[column]}</th>`)
  return html`<div class="table" tabindex="0" role="region" aria-label="${words.title}"><table><thead><tr><th scope="col">${words.row}</th>!${headings}</tr></thead><tbody>!${rows.map((row) => previewRow(row, shown, language))}</tbody></table></div>`
}

function previewRow(
  { row, cells, faults }: BulkRow,
  columns: readonly BulkColumn[],
  language: Language,
): string {
  const beyond = faults.filter(({ column }) => column === undefined || !columns.includes(column))
  const said = (list: readonly CellFault[]) =>
    list.map(({ code }) => html`<br><span class="error">${orderingWording[language].faults[code]}</span>`)
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
  const words = manyWording[language]
  const name = html`<strong>${words.row} ${row?.row}</strong> ${row?.cells.firstName ?? row?.cells.fullName ?? ''} ${row?.cells.lastName ?? ''}`
  if ('refusal' in outcome)
    return html`<li><div class="line"><span>!${name}<br><span class="error">${errorBody(outcome.refusal, language).message}</span></span></div></li>`
  const { id, reference } = outcome.delivery
  return html`<li><a href="${shopHref}/deliveries/${id}"><span>!${name}</span><span class="soft">${reference} · ${words.outcome[outcome.isReplay ? 'replayed' : 'made']}</span></a></li>`
}
