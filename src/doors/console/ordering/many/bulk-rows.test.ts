import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { limits } from '../../../../contract/limits.ts'
import type { DeliveryOrder } from '../../../../domain/deliveries/order/delivery-order.ts'
import { bulkColumns } from '../columns/bulk-columns.ts'
import { type BulkRow, type BulkRules, maxBulkRows, readBulkRows } from './bulk-rows.ts'

const rules: BulkRules = {
  shopId: '0192f0c1-7a3e-7c11-9d5b-000000000001',
  pickupAddressId: '0192f0c1-7a3e-7c11-9d5b-000000000002',
  country: 'BJ',
  isServed: ({ lat }) => lat > 6,
  clock: { now: new Date('2026-11-21T09:00:00.000Z'), timeZone: 'Africa/Porto-Novo' },
  pointInText: (text) => (text === '6.37, 2.41' ? { lat: 6.37, lng: 2.41 } : undefined),
}

function rowsOf(source: Uint8Array | string, changed: Partial<BulkRules> = {}): BulkRow[] {
  const reading = readBulkRows(source, { ...rules, ...changed })
  assert.ok('rows' in reading, JSON.stringify(reading))
  return reading.rows
}

const afi: DeliveryOrder = {
  pickupAddressId: rules.pickupAddressId,
  customer: { firstName: 'Afi', lastName: 'Dossou', phone: '+2290197000001' },
  parcel: { category: 'FASHION', size: 'SMALL' },
  payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15_000 },
  expectedPlace: { label: 'Cadjèhoun', landmark: 'près de la pharmacie' },
}

const header = 'Prénom,Nom,Téléphone,Montant,Quartier,Repère,Catégorie'
const line = 'Afi,Dossou,97 00 00 01,15000,Cadjèhoun,près de la pharmacie,Robe'
const csv = `${header}\n${line}\n`

/** The letters of `csv` as an old Excel on a Mac writes them. */
const macRoman: Record<string, number> = { é: 0x8e, è: 0x8f }

describe('files and pastes of one order (decision 135)', () => {
  const sources: [what: string, source: Uint8Array | string][] = [
    ['commas', csv],
    ['semicolons', csv.replaceAll(',', ';')],
    ['tabs, as a spreadsheet copies', csv.replaceAll(',', '\t')],
    ['a byte order mark', `\ufeff${csv}`],
    ['ends of lines of Windows', csv.replaceAll('\n', '\r\n')],
    ['ends of lines of an old Mac', csv.replaceAll('\n', '\r')],
    ['no end of the last line', csv.trim()],
    ['empty lines around', `\n\n${csv}\n\n`],
    ['the first line that tells Excel the separator', `sep=;\n${csv.replaceAll(',', ';')}`],
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${csv}`)],
    ['UTF-16', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${csv}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(csv, 'utf16le')],
    ['Windows-1252', Buffer.from(csv, 'latin1')],
    ['Mac Roman', Buffer.from(Array.from(csv, (sign) => macRoman[sign] ?? sign.charCodeAt(0)))],
    ['bars', csv.replaceAll(',', '|')],
    ['titles above', `Boutique Afi\n"Commandes, du 12/11"\n${csv}`],
    ['no header', `${line}\n`],
    ['a header in English', csv.replace(header, 'First name,Last name,Phone,Amount,Area,Landmark,Item')],
    [
      'capitals and signs in the header',
      csv.replace(header, 'PRENOM *,NOM *,TEL.,MONTANT (FCFA),ZONE,REPERE,ARTICLE'),
    ],
    [
      'the name in one column',
      [
        'Client,Tel,Prix,Quartier,Repère,Produit',
        'Afi Dossou,97000001,15 000 F,Cadjèhoun,près de la pharmacie,sac',
      ].join('\n'),
    ],
    [
      'columns in another order',
      [
        'Tel;Montant;Nom;Prénom;Article;Zone;Adresse',
        '+22997000001;15k;Dossou;Afi;robe;Cadjèhoun;près de la pharmacie',
      ].join('\n'),
    ],
    [
      'quoted cells',
      `${header}\n"Afi","Dossou","97000001","15,000","Cadjèhoun","près de la pharmacie","robe"`,
    ],
    ['a phone kept by a formula', csv.replace('97 00 00 01', '="0197000001"')],
    ['a phone without the 0 that the spreadsheet dropped', csv.replace('97 00 00 01', '197000001')],
    [
      'a phone without the plus sign that the spreadsheet dropped',
      csv.replace('97 00 00 01', '2290197000001'),
    ],
    ['an amount with decimals of a spreadsheet', csv.replace('15000', '15000.00')],
  ]
  for (const [what, source] of sources)
    test(`an order is read from ${what}`, () => {
      const [row, ...others] = rowsOf(source)
      assert.deepEqual(row?.faults, [])
      assert.deepEqual(row?.ready?.input, afi)
      assert.deepEqual(others, [])
    })
})

const allColumns = [
  'prénom;nom;téléphone;montant;zone;repère;catégorie;taille;fragile;mode',
  'instructions;code promo;référence;latitude;longitude',
]
const full = [
  allColumns,
  [
    'Afi;Dossou;97000001;15000;Cadjèhoun;près de la pharmacie;ELECTRONICS;grand;oui;payé',
    'Appeler avant;VITE10;A-1;6,37;2,41',
  ],
]
  .map((cells) => cells.join(';'))
  .join('\n')

test('every column is read', () => {
  assert.deepEqual(rowsOf(full)[0]?.ready?.input, {
    pickupAddressId: rules.pickupAddressId,
    customer: { firstName: 'Afi', lastName: 'Dossou', phone: '+2290197000001' },
    parcel: { category: 'ELECTRONICS', size: 'LARGE', fragile: true },
    payment: { mode: 'PREPAID', goodsAmount: 15_000 },
    dropoff: { lat: 6.37, lng: 2.41, label: 'Cadjèhoun', landmark: 'près de la pharmacie' },
    instructions: 'Appeler avant',
    promoCode: 'VITE10',
    externalRef: 'A-1',
  })
})

test('without a header, columns are in the documented order', () => {
  const withoutHeader = full.split('\n')[1] ?? ''
  assert.deepEqual(rowsOf(withoutHeader)[0]?.ready, rowsOf(full)[0]?.ready)
  assert.deepEqual(bulkColumns.slice(0, 4), ['firstName', 'lastName', 'phone', 'amount'])
})

test('without a position, zone and landmark are kept for the customer, who is asked', () => {
  const [row] = rowsOf('nom,tel,zone,repère,consigne\nAfi,97000001,Agla,portail bleu,Appeler')
  assert.equal(row?.ready?.input.dropoff, undefined)
  assert.deepEqual(row?.ready?.input.expectedPlace, { label: 'Agla', landmark: 'portail bleu' })
  assert.equal(row?.ready?.input.instructions, 'Appeler')
})

test('a landmark too long for a place goes to the instructions', () => {
  const [row] = rowsOf(`nom,tel,repère,position\nAfi,97000001,${'x'.repeat(161)},"6.37, 2.41"`)
  assert.deepEqual(row?.ready?.input.dropoff, { lat: 6.37, lng: 2.41 })
  assert.equal(row?.ready?.input.instructions, 'x'.repeat(161))
})

test('one name alone is completed by a dash, since an order has two', () => {
  const [row] = rowsOf('client,tel\nAfi,97000001')
  assert.deepEqual(row?.ready?.input.customer, { firstName: 'Afi', lastName: '-', phone: '+2290197000001' })
})

test('without an amount nothing is to be collected, with one it is, unless a cell says otherwise', () => {
  const modes = rowsOf(
    'client,tel,montant,payé\nAfi,97000001,,\nAfi,97000001,500,\nAfi,97000001,500,oui\nAfi,97000001,500,non',
  )
  assert.deepEqual(
    modes.map(({ ready }) => ready?.input.payment),
    [
      { mode: 'PREPAID', goodsAmount: 0 },
      { mode: 'CASH_ON_DELIVERY', goodsAmount: 500 },
      { mode: 'PREPAID', goodsAmount: 500 },
      { mode: 'CASH_ON_DELIVERY', goodsAmount: 500 },
    ],
  )
})

test('a phone that a spreadsheet made a number of is read as what it shows', () => {
  for (const phone of ['97000001.0', '197000001,00', '97000001,0', '22997000001.0', "'0197000001"])
    assert.equal(rowsOf(`client;tel\nAfi;${phone}`)[0]?.ready?.input.customer.phone, '+2290197000001', phone)
})

test('a category of the shop’s own is kept', () => {
  assert.equal(
    rowsOf('client,tel,catégorie\nAfi,97000001,Plantes')[0]?.ready?.input.parcel.category,
    'Plantes',
  )
})

describe('faulty cells are named', () => {
  const columns = [...allColumns, 'position'].join(';')
  const faulty: [cells: string, faults: [column: string | undefined, code: string, written: string][]][] = [
    ['Afi;Dossou;;;;;;;;;;;;;;', [['phone', 'MISSING', '']]],
    [';;97000001;;;;;;;;;;;;;', [['firstName', 'MISSING', '']]],
    ['Afi;;9700;;;;;;;;;;;;;', [['phone', 'PHONE', '9700']]],
    ['Afi;;pas de numéro;;;;;;;;;;;;;', [['phone', 'PHONE', 'pas de numéro']]],
    ['Afi;;97000001;beaucoup;;;;;;;;;;;;', [['amount', 'AMOUNT', 'beaucoup']]],
    ['Afi;;97000001;-500;;;;;;;;;;;;', [['amount', 'AMOUNT', '-500']]],
    ['Afi;;97000001;12,5;;;;;;;;;;;;', [['amount', 'AMOUNT', '12,5']]],
    ['Afi;;97000001;10 000 001;;;;;;;;;;;;', [['amount', 'AMOUNT_TOO_LARGE', '10 000 001']]],
    [`${'x'.repeat(81)};;97000001;;;;;;;;;;;;;`, [['firstName', 'TOO_LONG', 'x'.repeat(81)]]],
    ['A\u202efi;;97000001;;;;;;;;;;;;;', [['firstName', 'CHARACTERS', 'A\u202efi']]],
    [
      'Afi;;97000001;;;;x;énorme;peut-être;demain;;;;;;',
      [
        ['category', 'TOO_SHORT', 'x'],
        ['size', 'SIZE', 'énorme'],
        ['fragile', 'YES_OR_NO', 'peut-être'],
        ['mode', 'MODE', 'demain'],
      ],
    ],
    [`Afi;;97000001;;Agla;;;;;;${'x'.repeat(501)};;;;;`, [['instructions', 'TOO_LONG', 'x'.repeat(501)]]],
    [`Afi;;97000001;;;;;;;;;${'x'.repeat(41)};;;;`, [['promoCode', 'TOO_LONG', 'x'.repeat(41)]]],
    ['Afi;;97000001;;;;;;;;;;n° 1;;;', [['externalRef', 'REFERENCE', 'n° 1']]],
    ['Afi;;97000001;;;;;;;;;;;6.37;;', [['latitude', 'COORDINATE_ALONE', '6.37']]],
    ['Afi;;97000001;;;;;;;;;;;91;2.41;', [['latitude', 'COORDINATE', '91']]],
    ['Afi;;97000001;;;;;;;;;;;;;ici', [['position', 'POSITION', 'ici']]],
    ['Afi;;97000001;;;;;;;;;;;5.3;-4.02;', [['latitude', 'POSITION_OUTSIDE', '5.3']]],
    ['Afi;;97000001.5;;;;;;;;;;;;;', [['phone', 'PHONE', '97000001.5']]],
    ['Afi;;97000001/96000002;;;;;;;;;;;;;', [['phone', 'PHONE', '97000001/96000002']]],
    ['Afi;;2.2997E+10;;;;;;;;;;;;;', [['phone', 'PHONE', '2.2997E+10']]],
    ['Afi;;97000001;;;;;;;;;;;;;;en trop', [[undefined, 'EXTRA_CELL', 'en trop']]],
  ]
  for (const [cells, faults] of faulty) {
    const expected = faults.map(([column, code]) => `${column} ${code}`).join(', ')
    test(`${expected}: ${JSON.stringify(cells.slice(0, 60))}`, () => {
      const [row] = rowsOf(`${columns}\n${cells}`)
      assert.deepEqual(
        row?.faults,
        faults.map(([column, code, written]) => ({ row: 2, column, code, written })),
      )
      assert.equal(row?.ready, undefined)
    })
  }

  test('a reference that an earlier row has is a fault of the later row', () => {
    const rows = rowsOf('client,tel,référence\nAfi,97000001,A-1\nKoffi,97000002,A-1')
    assert.deepEqual(
      rows.map(({ faults }) => faults),
      [[], [{ row: 3, column: 'externalRef', written: 'A-1', code: 'REFERENCE_TWICE' }]],
    )
  })

  test('rows are counted as a spreadsheet counts them, empty ones included', () => {
    const rows = rowsOf('client,tel\n\nAfi,97000001\n,\nKoffi,97')
    assert.deepEqual(
      rows.map(({ row }) => row),
      [3, 5],
    )
  })
})

describe('a file that cannot be read has one clear fault', () => {
  const tooMany = Array.from({ length: maxBulkRows + 1 }, () => line)
  const cases: [source: Uint8Array | string, expected: object][] = [
    ['', { fault: 'EMPTY' }],
    [' \n\n ', { fault: 'EMPTY' }],
    [',,\n,,', { fault: 'EMPTY' }],
    [header, { fault: 'ONLY_HEADER' }],
    [tooMany.join('\n'), { fault: 'TOO_MANY_ROWS' }],
    ['x'.repeat(1024 * 1024 + 1), { fault: 'TOO_LARGE' }],
    [Buffer.from('PK\u0003\u0004\0\0'), { fault: 'NOT_TEXT' }],
    [Array.from({ length: 101 }, () => 'a').join(';'), { fault: 'TOO_MANY_COLUMNS' }],
    [`${header}\n"Afi,Dossou`, { fault: 'QUOTES_UNCLOSED' }],
  ]
  for (const [source, expected] of cases)
    test(`${JSON.stringify(expected)}: ${JSON.stringify(String(source).slice(0, 20))}`, () =>
      assert.deepEqual(readBulkRows(source, rules), expected))

  test('500 orders are read, with their header', () => {
    assert.equal(rowsOf([header, ...tooMany.slice(1)].join('\n')).length, maxBulkRows)
  })

  test('a single quote in a paste from a spreadsheet is part of its cell', () => {
    const [row] = rowsOf('client\ttel\tarticle\nAfi\t97000001\t"Télé 32" Smart')
    assert.equal(row?.cells.category, '"Télé 32" Smart')
  })
})

describe('the Idempotency-Key of a row', () => {
  const keys = (source: string, changed: Partial<BulkRules> = {}) =>
    rowsOf(source, changed).map(({ ready }) => ready?.idempotencyKey ?? '')

  test('it is one that the specification allows', () => {
    for (const key of keys(csv)) assert.match(key, new RegExp(limits.idempotencyKey.pattern))
  })

  test('it is the same however the same order is written, and wherever it is picked up', () => {
    const otherwise = [
      'Tel;Nom complet;Prix;Adresse;Zone;Produit',
      '+229 01 97 00 00 01;Afi Dossou;15 000 F;près de la pharmacie;Cadjèhoun;sac',
    ].join('\n')
    assert.deepEqual(keys(otherwise), keys(csv))
    assert.deepEqual(keys(csv, { pickupAddressId: rules.shopId }), keys(csv))
  })

  test('it differs between two rows that order the same, and not by what stands between them', () => {
    const [first, second] = keys(`${line}\n${line}`)
    assert.notEqual(first, second)
    const other = line.replace('15000', '16000')
    assert.deepEqual(
      keys(`${other}\n${line}\n${other}\n${line}`).filter((_, at) => at % 2 === 1),
      [first, second],
    )
  })

  test('it differs between orders, between shops, and when the seller orders again on purpose', () => {
    const all = [
      ...keys(csv),
      ...keys(csv.replace('15000', '15500')),
      ...keys(csv, { shopId: rules.pickupAddressId }),
      ...keys(csv, { again: '2026-11-22' }),
    ]
    assert.equal(new Set(all).size, 4)
  })
})

test('any text and any bytes are read without an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readBulkRows(text, rules)))
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void readBulkRows(bytes, rules)))
})
