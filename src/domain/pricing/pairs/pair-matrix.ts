import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { readFcfa } from '../../../base/kernel/written-number.ts'
import type { NamedZone, PairBase } from './zone-pair-store.ts'

/**
 * The prices of a city's zone pairs as a table: from each zone, to each zone; without a price, by the tariff.
 */
export type PairMatrix = {
  zones: readonly NamedZone[]
  baseFcfa(fromZoneId: string, toZoneId: string): Fcfa | null
}

/** The highest base of a zone pair; that of the command line. */
export const maxPairFcfa = 1_000_000
/** How many cells are changed in one act: every pair of 150 zones. */
export const maxPairChanges = 22_500

/** The matrix of these zones, by the pairs that have a base of their own. */
export function pairMatrix(zones: readonly NamedZone[], pairs: readonly PairBase[]): PairMatrix {
  const bases = new Map(pairs.map((pair) => [`${pair.fromZoneId} ${pair.toZoneId}`, pair.baseFcfa]))
  return { zones, baseFcfa: (from, to) => bases.get(`${from} ${to}`) ?? null }
}

/** A cell that is to change, with the price that whoever changes it saw. */
export type PairChange = PairBase & { shownFcfa: Fcfa | null }

/** Why a table of prices cannot be read. `at` is its row or column as spreadsheets count them, from 1. */
export type PairTableFault =
  | { fault: 'NO_ZONES' | 'TOO_MANY_FAULTS' }
  | { fault: 'UNKNOWN_ZONE' | 'ZONE_TWICE'; zone: string; row?: number; column?: number }
  | { fault: 'ROW_TOO_LONG'; row: number }
  | { fault: 'NOT_AN_AMOUNT'; row: number; column: number; text: string }

const maxFaults = 50
const maxShownText = 60

/**
 * The cells of a table that differ from the matrix. The first row names the zones of arrival, the first cell
 * of each other row that of departure; zones that the table leaves out keep their prices, an empty cell goes
 * back to the tariff.
 */
export function pairTableChanges(
  rows: readonly { row: number; cells: readonly string[] }[],
  matrix: PairMatrix,
): { changes: PairChange[]; cells: number } | { faults: PairTableFault[] } {
  const [head, ...body] = rows
  const faults: PairTableFault[] = []
  const zoneByName = new Map(matrix.zones.map((zone) => [nameForm(zone.name), zone]))
  const zoneOf = (text: string, at: { row?: number; column?: number }, seen: Set<string>) => {
    const zone = zoneByName.get(nameForm(text))
    const name = text.slice(0, maxShownText)
    if (!zone) faults.push({ fault: 'UNKNOWN_ZONE', zone: name, ...at })
    else if (seen.has(zone.id)) faults.push({ fault: 'ZONE_TWICE', zone: name, ...at })
    if (zone) seen.add(zone.id)
    return zone
  }

  const names = withoutEmptyEnd(head?.cells ?? []).slice(1)
  const seenTo = new Set<string>()
  const seenFrom = new Set<string>()
  // A file of another kind has thousands of columns that are no zones: the first few say so.
  const arrivals = names
    .slice(0, matrix.zones.length + maxFaults)
    .map((name, at) => zoneOf(name, { column: at + 2 }, seenTo))
  if (arrivals.length === 0 || body.length === 0) return { faults: [{ fault: 'NO_ZONES' }] }

  const changes: PairChange[] = []
  let cells = 0
  for (const { row, cells: texts } of body) {
    if (faults.length >= maxFaults)
      return { faults: [...faults.slice(0, maxFaults), { fault: 'TOO_MANY_FAULTS' }] }
    const from = zoneOf(texts[0] ?? '', { row }, seenFrom)
    if (withoutEmptyEnd(texts).length > arrivals.length + 1) faults.push({ fault: 'ROW_TOO_LONG', row })
    for (const [at, to] of arrivals.entries()) {
      const text = texts[at + 1] ?? ''
      const baseFcfa = readBaseFcfa(text)
      if (baseFcfa === undefined && faults.length < maxFaults)
        faults.push({ fault: 'NOT_AN_AMOUNT', row, column: at + 2, text: text.slice(0, maxShownText) })
      if (!from || !to || baseFcfa === undefined) continue
      cells += 1
      const shownFcfa = matrix.baseFcfa(from.id, to.id)
      if (baseFcfa !== shownFcfa) changes.push({ fromZoneId: from.id, toZoneId: to.id, baseFcfa, shownFcfa })
    }
  }
  return faults.length > 0 ? { faults: faults.slice(0, maxFaults) } : { changes, cells }
}

/** The base price that a cell holds; null for an empty cell, undefined for what is no such price. */
export const readBaseFcfa = (text: string): Fcfa | null | undefined =>
  text.trim() === '' ? null : readFcfa(text, { max: maxPairFcfa })

/** A name as people type it. Files put apostrophes before what spreadsheets would take for a formula. */
const nameForm = (name: string): string => name.trim().replaceAll("'", '').toLowerCase().normalize()

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}
