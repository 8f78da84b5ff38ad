/**
 * Cells: a cell is a Colis with a PostgreSQL cluster of its own for a group of cities (docs/scaling.md). This
 * folder knows which there are, from a file that every machine has, and opens none of them.
 */

/** A cell as the directory has it. */
export type Cell = {
  code: string
  /** The address at which others reach it, without a slash at the end. */
  url: string
  /** Where the address of its database is, which has a password: `env:NAME` or `file:/path`. */
  databaseUrlFrom: string
  /** The processes that a proxy sends requests to, as `host:port`. */
  upstreams: readonly string[]
  cities: readonly string[]
}

/** The form of a cell's code: two or three lower-case letters or digits. */
export const cellCodeForm = /^[a-z0-9]{2,3}$/

/** What each value of a cell must be. */
export const cellForms = {
  code: { form: cellCodeForm, expects: 'two or three lower-case letters or digits' },
  url: {
    form: /^https?:\/\/(\[[\da-fA-F:]+\]|[\p{L}\p{N}._-]+)(:\d{1,5})?$/u,
    expects: 'an address such as https://bj.example.com',
  },
  databaseUrlFrom: {
    form: /^(env:[A-Za-z_]\w*|file:\/\S.*)$/,
    expects: 'env:NAME or file:/path: where the address of the database is, never the address itself',
  },
  upstreams: {
    form: /^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i,
    expects: 'a host and a port, such as 10.0.0.1:8080',
  },
  cities: { form: /^[^\p{Cc}]{1,80}$/u, expects: 'the name of a city' },
} as const

/** The directory cannot be read, or a change of it is refused; the message is a sentence for the operator. */
export class CellsRefused extends Error {
  override name = 'CellsRefused'
}

/** The cells that the text of a directory lists. Throws CellsRefused. */
export function readDirectory(text: string): Cell[] {
  const cells = listIn(text)
  if (cells === undefined) throw new CellsRefused('It has no JSON with a list "cells".')
  return cells.reduce<Cell[]>((read, cell) => withCell(read, cell), [])
}

function listIn(text: string): Cell[] | undefined {
  try {
    const { cells } = JSON.parse(text) as { cells?: unknown }
    return Array.isArray(cells) ? (cells as Cell[]) : undefined
  } catch {
    return undefined
  }
}

/** The directory as it is written: one cell after the other by their codes. */
export const directoryText = (cells: readonly Cell[]): string =>
  `${JSON.stringify({ cells: cells.toSorted((a, b) => (a.code < b.code ? -1 : 1)) }, null, 2)}\n`

/** The cells with one more. Throws CellsRefused when a value is bad, or when another cell has it. */
export function withCell(cells: readonly Cell[], added: Cell): Cell[] {
  const cell = wellFormed(added)
  const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase()
  for (const other of cells) {
    if (other.code === cell.code) throw new CellsRefused(`There is a cell ${cell.code} already.`)
    if (same(other.url)(cell.url))
      throw new CellsRefused(`The cell ${other.code} has the address ${cell.url}.`)
    if (other.databaseUrlFrom === cell.databaseUrlFrom)
      throw new CellsRefused(`The cell ${other.code} has its database from ${cell.databaseUrlFrom}.`)
    const city = cell.cities.find((each) => other.cities.some(same(each)))
    if (city !== undefined) throw new CellsRefused(`${city} is a city of the cell ${other.code}.`)
  }
  return [...cells, cell]
}

/** The cells without one. Throws CellsRefused where there is no such cell. */
export function withoutCell(cells: readonly Cell[], code: string): Cell[] {
  if (!cells.some((cell) => cell.code === code)) throw new CellsRefused(`There is no cell ${code}.`)
  return cells.filter((cell) => cell.code !== code)
}

function wellFormed(cell: Partial<Record<keyof Cell, unknown>>): Cell {
  const { code, url, databaseUrlFrom, upstreams = [], cities = [] } = cell
  const each: [keyof typeof cellForms, unknown][] = [
    ['code', code],
    ['url', url],
    ['databaseUrlFrom', databaseUrlFrom],
    ...listed(upstreams).map((one): ['upstreams', unknown] => ['upstreams', one]),
    ...listed(cities).map((one): ['cities', unknown] => ['cities', one]),
  ]
  const bad = each.find(([name, value]) => typeof value !== 'string' || !cellForms[name].form.test(value))
  if (bad)
    throw new CellsRefused(`${bad[0]} of the cell ${String(code)} must be ${cellForms[bad[0]].expects}.`)
  return { code, url, databaseUrlFrom, upstreams: listed(upstreams), cities: listed(cities) } as Cell
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
