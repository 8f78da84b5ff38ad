import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { PairChange, PairMatrix } from '../../../../domain/pricing/pairs/pair-matrix.ts'
import type { NamedZone } from '../../../../domain/pricing/pairs/zone-pair-store.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { cityHref } from '../../cities/city-request.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { blockZones, cellName, type PairBlock, shownFields } from './pair-form.ts'

type PairsScreen = {
  language: Language
  city: City
  /** The prices of the block; of other departures only how many there are. */
  matrix: PairMatrix
  counts: ReadonlyMap<string, number>
  /** Where the block of the table begins. */
  row: number
  column: number
  /** The one zone of departure that is shown, instead of the table. */
  one: NamedZone | undefined
  block: PairBlock
  typed: Record<string, string>
  faults: readonly string[]
  fileFaults: readonly string[]
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** The prices of a city's zone pairs: as a table on a wide screen, zone by zone on a phone, and as a file. */
export function pairsPage(screen: PairsScreen): OperationsContent {
  const { language, city, matrix, one, notice, isFormPage } = screen
  const t = speak(language)
  const all = cityHref(city.id, '/pairs')
  const main =
    matrix.zones.length === 0
      ? html`<p class="empty">${t('This city has no zones yet.')}</p>`
      : one
        ? oneZone(screen)
        : html`!${tableForm(screen)}!${byZone(screen)}!${filePart(screen)}`
  return {
    section: 'cities',
    title: one
      ? t('From {zone}', { zone: one.name })
      : t('Prices between zones, {city}', { city: city.name }),
    back: one
      ? { href: all, label: t('Prices between zones, {city}', { city: city.name }) }
      : { href: `/operations/cities/${city.id}`, label: city.name },
    notice,
    isFormPage,
    isWide: one === undefined,
    main: html`<p>${t('A price takes the place of the tariff’s base for trips from one zone to the other, in that direction. An empty cell: by the tariff.')}</p>!${main}`,
  }
}

const hiddenOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => hiddenField(name, value))
    .join('')

const cellText = ({ matrix, typed }: PairsScreen, from: NamedZone, to: NamedZone, name: string): string =>
  typed[name] ?? String(matrix.baseFcfa(from.id, to.id) ?? '')

function oneZone(screen: PairsScreen): string {
  const { language, city, block, matrix, one, faults } = screen
  const t = speak(language)
  const [from] = block.from
  if (!from) return ''
  const fields = block.to.map((to, column) => {
    const name = cellName(0, column)
    return textField({
      name,
      label: t('to {zone}', { zone: to.name }),
      value: cellText(screen, from, to, name),
      error: faults.includes(name) ? t('A whole amount from 0 to 1,000,000 FCFA, or nothing.') : undefined,
      attributes: { inputmode: 'numeric', autocomplete: 'off', maxlength: 12 },
    })
  })
  return postForm(
    cityHref(city.id, '/pairs'),
    html`!${hiddenOf({ ...shownFields(block, matrix), one: one?.id ?? '' })}<div class="pair">!${fields}</div>!${submitButton(t('Save the prices changed'))}`,
  )
}

function tableForm(screen: PairsScreen): string {
  const { language, city, block, matrix, row, column, faults } = screen
  const t = speak(language)
  const cell = (from: NamedZone, to: NamedZone, name: string) =>
    html`<td><input name="${name}" value="${cellText(screen, from, to, name)}" inputmode="numeric" autocomplete="off" maxlength="12" aria-label="${t('From {zone}', { zone: from.name })} ${t('to {zone}', { zone: to.name })}"!${faults.includes(name) ? ' aria-invalid="true" autofocus' : ''}></td>`
  const rows = block.from.map(
    (from, at) =>
      html`<tr><th scope="row">${from.name}</th>!${block.to.map((to, place) => cell(from, to, cellName(at, place)))}</tr>`,
  )
  const fault =
    faults.length > 0
      ? html`<p class="error" role="alert">${t('A whole amount from 0 to 1,000,000 FCFA, or nothing.')}</p>`
      : ''
  const form = postForm(
    cityHref(city.id, '/pairs'),
    html`!${hiddenOf({ ...shownFields(block, matrix), row: String(row), column: String(column) })}!${fault}
<div class="table matrix"><table><thead><tr><th scope="col">${t('From ↓ to →')}</th>!${block.to.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>!${rows}</tbody></table></div>!${submitButton(t('Save the prices changed'))}`,
  )
  return html`<section class="wide-only"><h2>${t('Table')}</h2>!${blockLinks(screen)}!${form}</section>`
}

/** Leads to the blocks around this one. */
function blockLinks({ language, city, matrix, row, column }: PairsScreen): string {
  const t = speak(language)
  const all = matrix.zones.length
  if (all <= blockZones) return ''
  const link = (toRow: number, toColumn: number, label: string) =>
    toRow < 0 || toColumn < 0 || toRow >= all || toColumn >= all
      ? ''
      : html`<a href="${cityHref(city.id, '/pairs')}?row=${toRow}&column=${toColumn}">${label}</a>`
  const links = html`!${link(row - blockZones, column, `↑ ${t('Departures before')}`)}!${link(row + blockZones, column, `↓ ${t('Departures after')}`)}!${link(row, column - blockZones, `← ${t('Arrivals before')}`)}!${link(row, column + blockZones, `→ ${t('Arrivals after')}`)}`
  const span = (begin: number) =>
    t('{from} to {to} of {all}', { from: begin + 1, to: Math.min(begin + blockZones, all), all })
  return html`<nav class="tabs">!${links}</nav><p class="hint">↓ ${span(row)} · → ${span(column)}</p>`
}

function byZone({ language, city, matrix, counts }: PairsScreen): string {
  const t = speak(language)
  return html`<h2>${t('By zone of departure')}</h2><ul class="rows">!${matrix.zones.map(
    (from) =>
      html`<li><a class="go" href="${cityHref(city.id, '/pairs')}?from=${from.id}"><strong>${from.name}</strong> <span class="soft">${t('{count, plural, =0 {by the tariff} one {1 price} other {{count} prices}}', { count: counts.get(from.id) ?? 0 })}</span></a></li>`,
  )}</ul>`
}

function filePart({ language, city, fileFaults }: PairsScreen): string {
  const t = speak(language)
  const href = cityHref(city.id, '/pairs')
  const faults =
    fileFaults.length > 0
      ? html`<div class="error" role="alert"><p>${t('The file cannot be taken. Nothing has changed.')}</p><ul>!${fileFaults.map((fault) => html`<li>${fault}</li>`)}</ul></div>`
      : ''
  return html`<section class="card" id="file"><h2>${t('By file')}</h2><p>${t('A row for each zone of departure, a column for each zone of arrival. What the file does not name stays as it is.')}</p>!${faults}<p><a class="button plain" href="${href}.csv">${t('Download the table (CSV)')}</a></p>
<form method="post" action="${href}/file" enctype="multipart/form-data" class="stack"><div class="field"><label for="file-field">${t('CSV file, 1 MB at most')}</label><input id="file-field" type="file" name="file" accept=".csv,text/csv,text/plain" required></div>!${submitButton(t('See what would change'), 'plain')}</form></section>`
}

/** How many changes of a file are shown. */
const maxShown = 200

type PairPreview = {
  language: Language
  city: City
  matrix: PairMatrix
  changes: readonly PairChange[]
  /** The file, and the name of what the prices are now. */
  table: string
  state: string
  notice: WorkspaceNotice | undefined
}

/** What a file would change, to be confirmed. */
export function pairPreviewPage(preview: PairPreview): OperationsContent {
  const { language, city, matrix, changes, table, state, notice } = preview
  const t = speak(language)
  const href = cityHref(city.id, '/pairs')
  const nameOf = new Map(matrix.zones.map(({ id, name }) => [id, name]))
  const price = (fcfa: number | null) => (fcfa === null ? t('by the tariff') : amountText(fcfa, language))
  const rows = changes
    .slice(0, maxShown)
    .map(
      (each) =>
        html`<tr><th scope="row">${nameOf.get(each.fromZoneId) ?? ''} → ${nameOf.get(each.toZoneId) ?? ''}</th><td class="number">${price(each.shownFcfa)}</td><td class="number">${price(each.baseFcfa)}</td></tr>`,
    )
  const more =
    changes.length > maxShown
      ? html`<p>${t('… and {count} more.', { count: changes.length - maxShown })}</p>`
      : ''
  const listed = html`<div class="table" tabindex="0" role="region" aria-label="${t('Zones')}"><table><thead><tr><th scope="col">${t('Zones')}</th><th scope="col">${t('Now')}</th><th scope="col">${t('By the file')}</th></tr></thead><tbody>!${rows}</tbody></table></div>!${more}
<form method="post" action="${href}/file" enctype="multipart/form-data" class="stack">!${hiddenField('act', 'save')}!${hiddenField('state', state)}<textarea name="table" hidden>
${table}</textarea>!${submitButton(t('Change these prices'))}</form>`
  return {
    section: 'cities',
    title: t('Prices between zones to change, {city}', { city: city.name }),
    back: { href, label: t('Prices between zones, {city}', { city: city.name }) },
    notice,
    isFormPage: true,
    main: html`<p>${changes.length === 0 ? t('This file changes nothing.') : t('{count, plural, one {One price changes.} other {# prices change.}}', { count: changes.length })}</p>!${changes.length === 0 ? '' : listed}<p><a class="button quiet" href="${href}">${t('Change nothing')}</a></p>`,
  }
}
