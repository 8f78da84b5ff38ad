import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { isWorkbook, readSheetText } from './sheet-text.ts'

const rows = [
  ['Nom', 'Téléphone', 'Montant', 'Le'],
  ['Ama "A." Agbo', 97000001, 12500.5, new Date('2026-11-20T00:00:00Z')],
  [],
  ['Afi\nDossou', '0197000002', true, null],
]
const text = [
  'Nom\tTéléphone\tMontant\tLe',
  '"Ama ""A."" Agbo"\t97000001\t12500.5\t2026-11-20',
  '',
  '"Afi\nDossou"\t0197000002\ttrue',
]

describe('workbooks', () => {
  test('the first sheet with cells in it is read, rows where they stand, and the others are named', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Vide', rows: [] },
        { name: 'Commandes', rows },
        { name: 'Clients', rows: [['x']] },
      ],
    })
    assert.equal(isWorkbook(bytes), true)
    const read = await readSheetText(bytes)
    assert.ok(typeof read === 'object', JSON.stringify(read))
    assert.deepEqual(
      read.text.split(/\n(?!Dossou)/).map((line) => line.trimEnd()),
      text,
    )
    assert.deepEqual([read.sheet, read.otherSheets, read.hiddenRows], ['Commandes', ['Clients'], 0])
  })

  test('LibreOffice’s are read alike', async () => {
    const read = await readSheetText(await writeOds({ sheets: [{ name: 'Feuille1', rows }] }))
    assert.ok(typeof read === 'object', JSON.stringify(read))
    assert.deepEqual(
      read.text.split(/\n(?!Dossou)/).map((line) => line.trimEnd()),
      text,
    )
  })

  test('a workbook whose parts have their sizes in the directory alone is read alike', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'F', rows }] })
    assert.deepEqual(await readSheetText(streamed(bytes)), await readSheetText(bytes))
  })

  test('a row that is hidden, by a filter for instance, is left out and counted', async () => {
    const hidden = new Map([[1, { hidden: true }]])
    const read = await readSheetText(
      await writeXlsx({ sheets: [{ name: 'F', rows: [['a'], ['b'], ['c']], rowDefs: hidden }] }),
    )
    assert.deepEqual(read, { text: 'a\n\nc', sheet: 'F', otherSheets: [], hiddenRows: 1 })
  })

  test('a formula that was never worked out stays one, so that it is no amount', async () => {
    const cells = new Map([['0,1', { value: null, formula: 'SUM(A1:A2)' }]])
    const read = await readSheetText(await writeXlsx({ sheets: [{ name: 'F', rows: [['a', null]], cells }] }))
    assert.equal(typeof read === 'object' && read.text, 'a\t=SUM(A1:A2)')
  })
})

describe('a workbook that is not read', () => {
  const cases: [what: string, bytes: () => Uint8Array | Promise<Uint8Array>, fault: string][] = [
    [
      'has a password',
      () => writeXlsx({ sheets: [{ name: 'F', rows }], encryption: { password: 'x', spinCount: 1_000 } }),
      'SHEET_LOCKED',
    ],
    [
      'is cut short',
      async () => (await writeXlsx({ sheets: [{ name: 'F', rows }] })).subarray(0, 900),
      'SHEET_UNREADABLE',
    ],
    ['is no workbook inside', () => packed({ 'a.txt': Buffer.from('a') }, {}), 'SHEET_UNREADABLE'],
    ['is empty', () => writeXlsx({ sheets: [{ name: 'F', rows: [] }] }), 'EMPTY'],
    ['unpacks to more than it may', () => packed(bomb, {}), 'SHEET_TOO_LARGE'],
    ['does not say what it unpacks to', () => packed(bomb, { unpacked: 0 }), 'SHEET_TOO_LARGE'],
    [
      'has too many rows',
      () => writeXlsx({ sheets: [{ name: 'F', rows: Array.from({ length: 2_100 }, () => ['a']) }] }),
      'SHEET_TOO_LARGE',
    ],
    [
      'has more text than a file may, of few words that stand in many cells',
      () =>
        writeXlsx({
          sheets: [{ name: 'F', rows: Array.from({ length: 100 }, () => Array(100).fill('x'.repeat(300))) }],
        }),
      'SHEET_TOO_LARGE',
    ],
    [
      'says only behind a part what it unpacks to',
      () => packed(bomb, { flags: 8, packed: 0, unpacked: 1 }),
      'SHEET_TOO_LARGE',
    ],
    [
      'says another size before a part',
      () => packed(bomb, { unpacked: 1, local: { packed: 9, unpacked: 64 * 1024 * 1024 } }),
      'SHEET_TOO_LARGE',
    ],
    [
      'says the size of a part in the fields of ZIP64',
      () => packed(bomb, { unpacked: 0xffffffff }),
      'SHEET_TOO_LARGE',
    ],
    ['names more parts than it has', () => ended(packed(bomb, {}), 10, 'ffff'), 'SHEET_TOO_LARGE'],
    ['has its directory elsewhere', () => ended(packed(bomb, {}), 16, 'ffffffff'), 'SHEET_TOO_LARGE'],
    [
      'has a directory of a size that is elsewhere',
      () => ended(packed(bomb, {}), 12, 'ffffffff'),
      'SHEET_TOO_LARGE',
    ],
    [
      'has something else for its directory',
      () => ended(packed(bomb, {}), 16, '00000000'),
      'SHEET_TOO_LARGE',
    ],
    ['is too large', () => new Uint8Array(1024 * 1024 + 1), 'SHEET_TOO_LARGE'],
    [
      'is of Excel before 2007, and broken',
      () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1200, '0'), 'hex'),
      'SHEET_UNREADABLE',
    ],
  ]
  for (const [what, bytes, fault] of cases)
    test(`it ${what}: ${fault}`, async () => assert.equal(await readSheetText(await bytes()), fault))
})

const bomb = { 'xl/workbook.xml': Buffer.alloc(64 * 1024 * 1024) }

type Said = { packed?: number; unpacked?: number; flags?: number }

/** A package with these parts, each of which may say other sizes than it has, and before it others again. */
function packed(
  parts: Record<string, Buffer>,
  { local: before, ...said }: Said & { local?: Said },
): Uint8Array {
  const [locals, entries] = [[] as Buffer[], [] as Buffer[]]
  for (const [name, content] of Object.entries(parts)) {
    const bytes = deflateRawSync(content)
    const about = (sizes: Said) => {
      const fields = Buffer.alloc(26)
      fields.writeUInt16LE(sizes.flags ?? 0, 2)
      fields.writeUInt16LE(8, 4)
      fields.writeUInt32LE(crc32(content), 10)
      fields.writeUInt32LE(sizes.packed ?? bytes.length, 14)
      fields.writeUInt32LE(sizes.unpacked ?? content.length, 18)
      fields.writeUInt16LE(name.length, 22)
      return fields
    }
    const at = Buffer.alloc(4)
    at.writeUInt32LE(Buffer.concat(locals).length)
    locals.push(Buffer.from('504b0304', 'hex'), about({ ...said, ...before }), Buffer.from(name), bytes)
    entries.push(Buffer.from('504b01020000', 'hex'), about(said), Buffer.alloc(10), at, Buffer.from(name))
  }
  const [local, directory] = [Buffer.concat(locals), Buffer.concat(entries)]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length / 5, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

/** A package whose end has other bytes at a place. */
function ended(bytes: Uint8Array, at: number, hex: string): Uint8Array {
  const changed = Buffer.from(bytes)
  changed.write(hex, changed.length - 22 + at, 'hex')
  return changed
}

/** A package as programs write it that do not know the sizes of a part before it is written. */
function streamed(bytes: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes)
  const content = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)]))
  return packed(content, { flags: 8, local: { packed: 0, unpacked: 0 } })
}
