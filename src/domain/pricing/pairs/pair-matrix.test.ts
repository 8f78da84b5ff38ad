import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairMatrix, pairTableChanges, readBaseFcfa } from './pair-matrix.ts'

const zones = [
  { id: 'a', name: 'Akpakpa' },
  { id: 'g', name: 'Ganhi' },
  { id: 'f', name: '=Fidjrossè' },
]
const matrix = pairMatrix(zones, [{ fromZoneId: 'a', toZoneId: 'g', baseFcfa: 900 }])
const table = (...lines: string[]) => lines.map((line, at) => ({ row: at + 1, cells: line.split(';') }))

const amounts: [text: string, amount: number | null | undefined][] = [
  ['', null],
  ['  ', null],
  ['0', 0],
  ['1500', 1500],
  ['1 500', 1500],
  ['1\u202f500\u00a0FCFA', 1500],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['-5', undefined],
  ['1,5', undefined],
  ['=1+1', undefined],
  ['1e3', undefined],
  ['1500.00', 1500],
  ['1.500', 1500],
  ['1500.000', undefined],
  ['FCFA 5', 5],
]
for (const [text, amount] of amounts) {
  const read = amount === undefined ? 'no amount' : amount === null ? 'by the tariff' : `${amount} FCFA`
  test(`“${text}” is ${read}`, () => assert.equal(readBaseFcfa(text), amount))
}

test('only cells that differ change, and zones that a table leaves out keep their prices', () => {
  assert.deepEqual(
    pairTableChanges(table('De;ganhi;Akpakpa', 'AKPAKPA;900;450', "'=Fidjrossè;;100"), matrix),
    {
      cells: 4,
      changes: [
        { fromZoneId: 'a', toZoneId: 'a', baseFcfa: 450, shownFcfa: null },
        { fromZoneId: 'f', toZoneId: 'a', baseFcfa: 100, shownFcfa: null },
      ],
    },
  )
  assert.deepEqual(pairTableChanges(table(';Ganhi', 'Akpakpa;'), matrix), {
    cells: 1,
    changes: [{ fromZoneId: 'a', toZoneId: 'g', baseFcfa: null, shownFcfa: 900 }],
  })
})

test('a table of a spreadsheet with decimals is read as written, never a hundred times as dear', () => {
  assert.deepEqual(pairTableChanges(table(';Ganhi;Akpakpa', 'Akpakpa;1500.00;1 500,00'), matrix), {
    cells: 2,
    changes: [
      { fromZoneId: 'a', toZoneId: 'g', baseFcfa: 1500, shownFcfa: 900 },
      { fromZoneId: 'a', toZoneId: 'a', baseFcfa: 1500, shownFcfa: null },
    ],
  })
  assert.deepEqual(pairTableChanges(table(';Ganhi', 'Akpakpa;1500.000'), matrix), {
    faults: [{ fault: 'NOT_AN_AMOUNT', row: 2, column: 2, text: '1500.000' }],
  })
})

test('a table with any fault changes nothing and names each', () => {
  assert.deepEqual(pairTableChanges(table(';Ganhi;Lomé;ganhi', 'Akpakpa;x;2;3;4', 'Akpakpa;1;2;3'), matrix), {
    faults: [
      { fault: 'UNKNOWN_ZONE', zone: 'Lomé', column: 3 },
      { fault: 'ZONE_TWICE', zone: 'ganhi', column: 4 },
      { fault: 'ROW_TOO_LONG', row: 2 },
      { fault: 'NOT_AN_AMOUNT', row: 2, column: 2, text: 'x' },
      { fault: 'ZONE_TWICE', zone: 'Akpakpa', row: 3 },
    ],
  })
  assert.deepEqual(pairTableChanges(table('De'), matrix), { faults: [{ fault: 'NO_ZONES' }] })
  assert.deepEqual(pairTableChanges([], matrix), { faults: [{ fault: 'NO_ZONES' }] })
})
