import { html } from 'ghtml'
import { countText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { speak } from '../web-words.ts'

/** A cell of the numbers of a figure, and of its CSV file: a text, a whole number, or nothing. */
type NumberCell = string | number | null

/** The numbers behind a figure; the first cell of a row names it. */
export type NumberTable = {
  heads: readonly string[]
  rows: readonly (readonly NumberCell[])[]
  /** How the first cell is shown where it is not shown as a file has it, such as a day. */
  nameText?: (name: NumberCell) => string
}

/**
 * What a colour means: of the part of a bar where the key stands, or of what is not over yet, of what went
 * wrong.
 */
export type FigureKey = string | { text: string; kind: 'now' | 'bad' }

type FigureCard = {
  title: string
  /** Which days they are of, which tells cards of one title apart. */
  about: string
  /** Trusted SVG; left out where there is nothing to show. */
  figure?: string | undefined
  /** What its colours mean, first in the order of the parts of a bar. */
  keys?: readonly FigureKey[] | undefined
  table: NumberTable
  csvHref?: string | undefined
}

/** How many rows a page shows of the numbers of a figure: more than days in a year. */
const maxRows = 400

/** A figure with its title, its colours in words, and its numbers to unfold. */
export function figureCard(
  { title, about, figure, keys = [], table, csvHref }: FigureCard,
  language: Language,
): string {
  const t = speak(language)
  const drawing = figure
    ? html`<div class="fig-wide" tabindex="0" role="group" aria-label="${title}, ${about}">!${figure}</div>`
    : html`<p class="empty">${t('Nothing in these days.')}</p>`
  const caption = (figure ? keys : []).map((key, at) => {
    const { text, kind } = typeof key === 'string' ? { text: key, kind: `k${at}` } : key
    return html`<span class="key ${kind}">${text}</span>`
  })
  const numbers = numberTable(table, html`${title}, ${about}`, language)
  const folded = html`<details class="figures"><summary>${t('The figures')}</summary>!${numbers}</details>`
  const file = csvHref ? html`<p><a href="${csvHref}">${t('CSV file')}</a></p>` : ''
  return html`<figure class="card"><h2>${title}</h2><p class="soft">${about}</p>
!${drawing}!${caption.length > 0 ? html`<figcaption>!${caption}</figcaption>` : ''}
!${folded}!${file}</figure>`
}

function numberTable({ heads, rows, nameText }: NumberTable, label: string, language: Language): string {
  const text = (cell: NumberCell) => {
    if (cell === null) return '–'
    return typeof cell === 'number' ? countText(cell, language) : cell
  }
  const [first = '', ...others] = heads
  const head = others.map((name) => html`<th scope="col" class="number">${name}</th>`)
  const lines = rows.slice(0, maxRows).map(([name = null, ...cells]) => {
    const said = cells.map((cell) => html`<td class="number">${text(cell)}</td>`)
    return html`<tr><th scope="row">${nameText ? nameText(name) : text(name)}</th>!${said}</tr>`
  })
  return html`<div class="table" tabindex="0" role="region" aria-label="!${label}"><table>
<thead><tr><th scope="col">${first}</th>!${head}</tr></thead><tbody>!${lines}</tbody></table></div>
!${rows.length > maxRows ? html`<p class="soft">${speak(language)('The file has all of them.')}</p>` : ''}`
}
