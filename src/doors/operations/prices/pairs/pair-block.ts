import { isUuid } from '../../../../base/kernel/uuid.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
import {
  type PairChange,
  type PairMatrix,
  readBaseFcfa,
} from '../../../../domain/pricing/pairs/pair-matrix.ts'
import type { NamedZone } from '../../../../domain/pricing/pairs/zone-pair-store.ts'

/** How many zones of departure and of arrival a block of the table has. */
export const blockZones = 12
/** How many cells a form has at most: a whole row of a city of many zones. */
export const maxFormCells = 600

/** A part of the matrix that a form edits: these departures by these arrivals. */
export type PairBlock = { from: readonly NamedZone[]; to: readonly NamedZone[] }

/** The name of a cell's field, by its places in the block. */
export const cellName = (row: number, column: number): string => `c${row}.${column}`

/** What the form carries of what it showed, so that only cells that somebody saw and changed are sent on. */
export function shownCells({ from, to }: PairBlock, matrix: PairMatrix): Record<string, string> {
  return {
    from: from.map(({ id }) => id).join(','),
    to: to.map(({ id }) => id).join(','),
    shown: from.map((zone) => to.map((each) => matrix.baseFcfa(zone.id, each.id) ?? '').join(',')).join(';'),
  }
}

/** The changed cells of a form, or the names of those that are no amounts; undefined for a foreign form. */
export function readCells(
  fields: Record<string, string>,
): { changes: PairChange[] } | { faults: string[] } | undefined {
  const from = (fields.from ?? '').split(',')
  const to = (fields.to ?? '').split(',')
  const shown = (fields.shown ?? '').split(';').map((row) => row.split(','))
  if (from.length * to.length > maxFormCells || ![...from, ...to].every(isUuid)) return undefined
  if (shown.length !== from.length || shown.some((row) => row.length !== to.length)) return undefined
  const faults: string[] = []
  const changes: PairChange[] = []
  for (const [row, fromZoneId] of from.entries())
    for (const [column, toZoneId] of to.entries()) {
      const name = cellName(row, column)
      const shownFcfa = readBaseFcfa(shown[row]?.[column] ?? '')
      const baseFcfa = name in fields ? readBaseFcfa(fields[name] ?? '') : shownFcfa
      if (shownFcfa === undefined) return undefined
      if (baseFcfa === undefined) faults.push(name)
      else if (baseFcfa !== shownFcfa) changes.push({ fromZoneId, toZoneId, baseFcfa, shownFcfa })
    }
  return faults.length > 0 ? { faults } : { changes }
}

/** The beginning of a block as addresses and forms carry it. */
export function placeOf(text: unknown): number {
  const place = (typeof text === 'string' ? readWhole(text, { max: 9_999 }) : undefined) ?? 0
  return place - (place % blockZones)
}

/** The block of a table that an address asks for: from these places on, both multiples of its size. */
export function blockAt(zones: readonly NamedZone[], row: number, column: number): PairBlock {
  return {
    from: zones.slice(row, row + blockZones),
    to: zones.slice(column, column + blockZones),
  }
}
