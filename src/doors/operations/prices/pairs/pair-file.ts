import { stringify } from 'csv-stringify/sync'
import {
  type PairMatrix,
  type PairTableFault,
  pairTableChanges,
} from '../../../../domain/pricing/pairs/pair-matrix.ts'
import { type BulkTextFault, readTextRows } from '../../../../web/bulk-text.ts'

/** How many rows of a file are read: those of the zones, its head, and one more that tells of too many. */
const maxRows = 1_000

/** The whole matrix as CSV, as spreadsheets read it; no cell can become a formula (decision 139). */
export function pairFile({ zones, baseFcfa }: PairMatrix, corner: string): string {
  const rows = zones.map((from) => [from.name, ...zones.map((to) => baseFcfa(from.id, to.id) ?? '')])
  return stringify([[corner, ...zones.map(({ name }) => name)], ...rows], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: (text) => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'") },
  })
}

/** What a file would change of the matrix, or why it cannot be taken. */
export function readPairFile(
  source: Uint8Array | string,
  matrix: PairMatrix,
): ReturnType<typeof pairTableChanges> | { fault: BulkTextFault } | { faults: PairTableFault[] } {
  const rows = readTextRows(source, maxRows)
  return typeof rows === 'string' ? { fault: rows } : pairTableChanges(rows, matrix)
}
