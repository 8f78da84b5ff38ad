import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { changeZonePairPrices } from '../../../../domain/pricing/pairs/change-zone-pair-prices.ts'
import { type PairMatrix, pairMatrix } from '../../../../domain/pricing/pairs/pair-matrix.ts'
import {
  countPairBases,
  listNamedZones,
  listPairBases,
  type NamedZone,
} from '../../../../domain/pricing/pairs/zone-pair-store.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { fileForm, hiddenField, postForm, submitButton, textField } from '../../../../pages/form-parts.ts'
import { emptyPart, tabs } from '../../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from '../../cities/city-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import {
  blockAt,
  blockZones,
  cellName,
  maxFormCells,
  type PairBlock,
  placeOf,
  readCells,
  shownCells,
} from './pair-block.ts'

/** Where a page of the matrix begins: a block of the table, or one zone of departure. */
type PairsAt = { row: number; column: number; one?: string | undefined }

/** What was typed into the cells or sent as a file, and what is wrong with it. */
type Filled = {
  typed?: Readonly<Record<string, string>>
  /** The names of cells that hold no amounts. */
  faults?: readonly string[]
  fileFaults?: readonly string[]
  notice?: WorkspaceNotice | undefined
}

type PairsScreen = Required<Omit<Filled, 'notice'>> & {
  language: Language
  city: City
  /** The prices of the block; of other departures only how many there are. */
  matrix: PairMatrix
  counts: ReadonlyMap<string, number>
  at: PairsAt
  block: PairBlock
}

/** The address of the prices between the zones of a city. */
export const pairsHref = ({ id }: City): string => cityHref(id, '/pairs')

/** `/operations/cities/ID/pairs`: the prices of zone pairs, as a table, or zone by zone on a phone. */
export async function pairPricesPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${cityPath}/pairs`
  const config = { operates: 'MANAGE' } as const

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const { row, column, from } = request.query as Record<string, unknown>
    const one = typeof from === 'string' ? from.toLowerCase() : undefined
    const t = speak(languageOf(request))
    const done = { saved: t('The prices are saved.'), same: t('No price was changed.') }
    const at = { row: placeOf(row), column: placeOf(column), one }
    return sendPairs(deps, request, reply, 200, at, { notice: doneNotice(request, done) })
  })

  app.post<OneCity>(path, { config, bodyLimit: 256 * 1024 }, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed = fieldsOf(request.body)
    const at = { row: placeOf(typed.row), column: placeOf(typed.column), one: typed.one }
    const read = readCells(typed)
    if (!read) throw new ApiError('REQUEST_MALFORMED')
    if ('faults' in read) return sendPairs(deps, request, reply, 422, at, { typed, faults: read.faults })
    return attempt(
      request,
      async () => {
        const changed = await changeZonePairPrices(acting(deps, request), city.id, read.changes)
        const back = at.one ? `?from=${encodeURIComponent(at.one)}` : `?row=${at.row}&column=${at.column}`
        return redirectAfter(reply, `${pairsHref(city)}${back}`, changed > 0 ? 'saved' : 'same')
      },
      ({ status, notice }) => sendPairs(deps, request, reply, status, at, { notice }),
    )
  })
}

/** Sends the prices from `at` on, with what was typed or sent as a file. */
export async function sendPairs(
  deps: OperationsDeps,
  request: FastifyRequest<OneCity>,
  reply: FastifyReply,
  status: number,
  at: PairsAt,
  { typed = {}, faults = [], fileFaults = [], notice }: Filled,
): Promise<unknown> {
  const { db } = deps
  const city = await readCity(deps, request)
  const zones = await listNamedZones(db, city.id)
  const one = at.one ? zones.find(({ id }) => id === at.one) : undefined
  const block = one ? { from: [one], to: zones.slice(0, maxFormCells) } : blockAt(zones, at.row, at.column)
  const departures = block.from.map(({ id }) => id)
  const [pairs, counts] = await Promise.all([
    listPairBases(db, city.id, departures),
    countPairBases(db, city.id),
  ])
  const language = languageOf(request)
  const matrix = pairMatrix(zones, pairs)
  const screen = { language, city, matrix, counts, at, block, typed, faults, fileFaults }
  const t = speak(language)
  const all = t('Prices between zones, {city}', { city: city.name })
  const lead = t(
    'A price takes the place of the tariff’s base for trips from one zone to the other, in that direction. An empty cell: by the tariff.',
  )
  const none = emptyPart({
    text: t('This city has no zones yet.'),
    next: { href: cityHref(city.id, '/zones'), label: t('Draw or import zones') },
  })
  const table = () =>
    html`!${tableForm(screen)}!${departureList(screen)}!${fileCard(city, fileFaults, language)}`
  return deps.sendPage(request, reply, status, {
    section: 'cities',
    title: one ? t('From {zone}', { zone: one.name }) : all,
    back: one ? { href: pairsHref(city), label: all } : { href: cityHref(city.id), label: city.name },
    notice,
    isFormPage: request.method === 'POST',
    isWide: one === undefined,
    main: html`<p>${lead}</p>!${zones.length === 0 ? none : one ? oneZoneForm(screen, one) : table()}`,
  })
}

function hiddenCells({ block, matrix }: PairsScreen, at: Record<string, string>): string {
  const fields = Object.entries({ ...shownCells(block, matrix), ...at })
  return fields.map(([name, value]) => hiddenField(name, value)).join('')
}

const cellText = ({ matrix, typed }: PairsScreen, from: NamedZone, to: NamedZone, name: string): string =>
  typed[name] ?? String(matrix.baseFcfa(from.id, to.id) ?? '')

function oneZoneForm(screen: PairsScreen, from: NamedZone): string {
  const { language, city, block, faults } = screen
  const t = speak(language)
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
    pairsHref(city),
    html`!${hiddenCells(screen, { one: from.id })}
<div class="pair">!${fields}</div>
!${submitButton(t('Save the prices changed'))}`,
  )
}

function tableForm(screen: PairsScreen): string {
  const { language, city, block, at, faults } = screen
  const t = speak(language)
  const cell = (from: NamedZone, to: NamedZone, name: string) => {
    const label = `${t('From {zone}', { zone: from.name })} ${t('to {zone}', { zone: to.name })}`
    const wrong = faults.includes(name) ? ' aria-invalid="true" autofocus' : ''
    return html`<td><input name="${name}" value="${cellText(screen, from, to, name)}"
 inputmode="numeric" autocomplete="off" maxlength="12" aria-label="${label}"!${wrong}></td>`
  }
  const heads = block.to.map(({ name }) => html`<th scope="col">${name}</th>`)
  const rows = block.from.map((from, row) => {
    const cells = block.to.map((to, column) => cell(from, to, cellName(row, column)))
    return html`<tr><th scope="row">${from.name}</th>!${cells}</tr>`
  })
  const fault = t('A whole amount from 0 to 1,000,000 FCFA, or nothing.')
  const form = html`!${hiddenCells(screen, { row: String(at.row), column: String(at.column) })}
!${faults.length > 0 ? html`<p class="error" role="alert">${fault}</p>` : ''}
<div class="table matrix"><table>
<thead><tr><th scope="col">${t('From ↓ to →')}</th>!${heads}</tr></thead>
<tbody>!${rows}</tbody></table></div>
!${submitButton(t('Save the prices changed'))}`
  return html`<section class="wide-only"><h2>${t('Table')}</h2>
!${blockLinks(screen)}!${postForm(pairsHref(city), form)}</section>`
}

/** Leads to the blocks around this one. */
function blockLinks({ language, city, matrix, at: { row, column } }: PairsScreen): string {
  const t = speak(language)
  const all = matrix.zones.length
  if (all <= blockZones) return ''
  const link = (toRow: number, toColumn: number, label: string) =>
    toRow < 0 || toColumn < 0 || toRow >= all || toColumn >= all
      ? []
      : [{ href: `${pairsHref(city)}?row=${toRow}&column=${toColumn}`, label }]
  const links = [
    link(row - blockZones, column, `↑ ${t('Departures before')}`),
    link(row + blockZones, column, `↓ ${t('Departures after')}`),
    link(row, column - blockZones, `← ${t('Arrivals before')}`),
    link(row, column + blockZones, `→ ${t('Arrivals after')}`),
  ]
  const span = (begin: number) =>
    t('{from} to {to} of {all}', { from: begin + 1, to: Math.min(begin + blockZones, all), all })
  return html`!${tabs(links.flat())}<p class="hint">↓ ${span(row)} · → ${span(column)}</p>`
}

/** The zones of departure, each with how many prices it has. */
function departureList({ language, city, matrix, counts }: PairsScreen): string {
  const t = speak(language)
  const rows = matrix.zones.map(({ id, name }) => {
    const prices = t('{count, plural, =0 {by the tariff} one {1 price} other {{count} prices}}', {
      count: counts.get(id) ?? 0,
    })
    return html`<li>
<a class="go" href="${pairsHref(city)}?from=${id}"><strong>${name}</strong>
<span class="soft">${prices}</span></a></li>`
  })
  return html`<h2>${t('By zone of departure')}</h2><ul class="rows">!${rows}</ul>`
}

/** The file of the matrix, and the form that takes one, with what is wrong with the one that was sent. */
function fileCard(city: City, faults: readonly string[], language: Language): string {
  const t = speak(language)
  const href = pairsHref(city)
  const lead = t(
    'A row for each zone of departure, a column for each zone of arrival. What the file does not name stays as it is.',
  )
  const wrong = html`<div class="error" role="alert">
<p>${t('The file cannot be taken. Nothing has changed.')}</p>
<ul>!${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div>`
  const field = html`<div class="field">
<label for="file-field">${t('CSV file, 1 MB at most')}</label><input
 id="file-field" type="file" name="file" accept=".csv,text/csv,text/plain" required></div>`
  return html`<section class="card" id="file"><h2>${t('By file')}</h2>
<p>${lead}</p>!${faults.length > 0 ? wrong : ''}
<p><a class="button plain" href="${href}.csv">${t('Download the table (CSV)')}</a></p>
!${fileForm(`${href}/file`, html`!${field}!${submitButton(t('See what would change'), 'plain')}`)}</section>`
}
