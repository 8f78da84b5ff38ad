import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessColumns } from './provider-columns.ts'
import { readMoment, readProviderRows, readSigned } from './provider-file.ts'

const zone = 'Africa/Porto-Novo'

test('amounts are read as files write them, and halves of francs are none', () => {
  const cases = [
    ['5600', 5_600],
    ['-5 600', -5_600],
    ['5\u202f600 FCFA', 5_600],
    ['5,600.00', 5_600],
    ['5.600', 5_600],
    ['1.234.567,00', 1_234_567],
    ['5600.00 XOF', 5_600],
    ['+100', 100],
    ['0', 0],
    ['5600.50', undefined],
    ['1e9', undefined],
    ['=1+1', undefined],
    ['', undefined],
    ['99999999999999', undefined],
  ] as const
  for (const [text, amount] of cases) assert.equal(readSigned(text), amount, text)
})

test('times are read with their zone, else as the clocks of the service show them', () => {
  const cases = [
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:05.123 UTC', '2026-11-21T10:00:05.123Z'],
    ['2026-11-21T10:00+0100', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21 11:00', '2026-11-21T10:00:00.000Z'],
    ['21/11/2026 11:00:30', '2026-11-21T10:00:30.000Z'],
    ['21-11-2026 à 11:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21', '2026-11-20T23:00:00.000Z'],
    ['30/02/2026', undefined],
    ['2026-11-21 25:00', undefined],
    ['hier', undefined],
  ] as const
  for (const [text, moment] of cases) assert.equal(readMoment(text, zone)?.toISOString(), moment, text)
})

test('the columns of our own format, and of others by their names, are found', () => {
  assert.deepEqual(guessColumns(['date', 'reference', 'our id', 'type', 'amount', 'fee', 'currency']), {
    date: 0,
    reference: 1,
    otherReference: 2,
    type: 3,
    amount: 4,
    fee: 5,
    currency: 6,
  })
  assert.deepEqual(
    guessColumns(['Date et heure', 'Identifiant de transaction', 'Identifiant externe', 'Sens', 'Montant']),
    { date: 0, reference: 1, otherReference: 2, type: 3, amount: 4 },
  )
  assert.deepEqual(guessColumns(['Date et heure', 'N°', 'Montant']), { date: 0, amount: 2 })
})

test('rows are read, what did not succeed is left out, and each fault is told', () => {
  const choice = { date: 0, reference: 1, type: 2, amount: 3, fee: 4, status: 5, currency: 6 }
  const row = (...cells: string[]) => ({ row: 2, cells })
  const good = row('2026-11-21 11:00', 'A1', 'Payment', '5 600', '56', 'SUCCESSFUL', 'XOF')
  const read = readProviderRows(
    [
      good,
      good,
      row('2026-11-21 12:00', 'A2', 'Transfert', '900', '', 'Réussi', ''),
      row('x', 'A3', '', '', '', 'Failed', ''),
    ],
    choice,
    { timeZone: zone, currency: 'XOF', header: [] },
  )
  assert.ok('rows' in read)
  assert.deepEqual(
    read.rows.map(({ reference, isIncoming, amountFcfa, feeFcfa, key }) => [
      reference,
      isIncoming,
      amountFcfa,
      feeFcfa,
      key.at(-1),
    ]),
    [
      ['A1', true, 5_600, 56, '1'],
      ['A1', true, 5_600, 56, '2'],
      ['A2', false, 900, 0, '1'],
    ],
  )
  const faulty = readProviderRows(
    [
      row('x', 'A', 'Payment', '1', '', 'done', ''),
      row('2026-11-21', 'A', 'Payment', '0', '', 'done', ''),
      row('2026-11-21', 'A', 'Payment', '1', 'x', 'done', ''),
      row('2026-11-21', 'A', 'Gift', '1', '', 'done', ''),
      row('2026-11-21', 'A', 'Payment', '1', '', 'perhaps', ''),
      row('2026-11-21', '', 'Payment', '1', '', 'done', ''),
      row('2026-11-21', 'A', 'Payment', '1', '', 'done', 'EUR'),
    ],
    choice,
    { timeZone: zone, currency: 'XOF', header: [] },
  )
  assert.ok('faults' in faulty)
  assert.deepEqual(
    faulty.faults.map(({ fault }) => fault),
    ['DATE', 'AMOUNT', 'FEE', 'TYPE', 'STATUS', 'REFERENCE', 'CURRENCY'],
  )
})

/** What a file with this header and these rows says, by the columns that are guessed. */
function readExport(table: string, currency = 'XOF') {
  const [header = [], ...below] = table
    .trim()
    .split('\n')
    .map((line) => line.split(';'))
  const choice = guessColumns(header)
  const rows = below.map((cells, at) => ({ row: at + 2, cells }))
  const read = readProviderRows(rows, choice, { timeZone: zone, currency, header })
  const said =
    'faults' in read
      ? read.faults
      : read.rows.map((row) => [
          row.occurredAt.toISOString(),
          row.reference,
          row.otherReference,
          row.isIncoming ? 'in' : 'out',
          row.amountFcfa,
          row.feeFcfa,
        ])
  return { named: Object.fromEntries(Object.entries(choice).map(([name, at]) => [name, at])), said }
}

/**
 * The header of the transactions that MTN MoMo's partner portal exports, and a row of it by the names of
 * columns.
 */
const mtnHeader =
  'Id;External id;Date;Status;Type;Provider category;From;From name;From handler name;To;To name;To handler name;To message;Initiated by;Initiated by;On behalf of;On behalf of;Approved by;From / Fee;Currency;From / External fee;Currency;To / Fee;Currency;To / External fee;Currency;From / Refunded fee;Currency;To / Refunded fee;Currency;From / Taxes;Currency;To / Taxes;Currency;From / Refunded taxes;Currency;To / Refunded taxes;Currency;Discount;Currency;From / Promotion;Currency;To / Promotion;Currency;Coupon;Currency;Amount;Currency;Balance;Currency;External amount;Currency;External FX rate;External service provider'
const mtnRow = (cells: Record<string, string>): string =>
  mtnHeader
    .split(';')
    .map((name, at, all) => (all.indexOf(name) === at || all[at - 1] === 'Amount' ? (cells[name] ?? '') : ''))
    .join(';')

test('an export of MTN MoMo: "Debit" is the customer’s, each side has its fee, failures are left out', () => {
  const { named, said } = readExport(
    [
      mtnHeader,
      mtnRow({
        Id: '8421000001',
        'External id': '0192f0c1-7a3e-4c11-9d5b-3f5f7b1c2d4e',
        Date: '2026-11-21 11:00:05',
        Status: 'Successful',
        Type: 'Debit',
        'To / Fee': '45',
        Amount: '5600',
        Currency: 'XOF',
      }),
      mtnRow({
        Id: '8421000002',
        Date: '2026-11-21 11:01:00',
        Status: 'Failed',
        Type: 'Debit',
        Amount: '900',
      }),
      mtnRow({
        Id: '8421000003',
        Date: '2026-11-21 19:00:00',
        Status: 'Successful',
        Type: 'Transfer',
        'From / Fee': '50',
        'To / Fee': '7',
        Amount: '4900',
        Currency: 'XOF',
      }),
      mtnRow({
        Id: '8421000004',
        Date: '2026-11-21 20:00:00',
        Status: 'Successful',
        Type: 'Withdrawal',
        Amount: '300',
      }),
    ].join('\n'),
  )
  assert.deepEqual(named, {
    date: 2,
    reference: 0,
    otherReference: 1,
    type: 4,
    amount: 46,
    fee: 22,
    outgoingFee: 18,
    status: 3,
    currency: 47,
  })
  assert.deepEqual(said, [
    ['2026-11-21T10:00:05.000Z', '8421000001', '0192f0c1-7a3e-4c11-9d5b-3f5f7b1c2d4e', 'in', 5_600, 45],
    ['2026-11-21T18:00:00.000Z', '8421000003', '', 'out', 4_900, 50],
    ['2026-11-21T19:00:00.000Z', '8421000004', '', 'out', 300, 0],
  ])
})

test('an export of MTN MoMo in which what left is negative: the sign alone tells, whatever the type', () => {
  const row = (Id: string, Type: string, Amount: string) =>
    mtnRow({ Id, Date: '2026-11-21 11:00:00', Status: 'Successful', Type, Amount })
  const { said } = readExport(
    [
      mtnHeader,
      row('1', 'Debit', '5600'),
      row('2', 'Transfer', '-4900'),
      row('3', 'Transfer', '70000'),
      row('4', 'Adjustment of a float', '10'),
    ].join('\n'),
  )
  assert.deepEqual(
    said.map((each) => (Array.isArray(each) ? [each[1], each[3], each[4]] : each)),
    [
      ['1', 'in', 5_600],
      ['2', 'out', 4_900],
      ['3', 'in', 70_000],
      ['4', 'in', 10],
    ],
  )
})

test('an export of FedaPay: its id is the reference, and its fee is what was not transferred', () => {
  const { named, said } = readExport(`
ID;TRANSACTION KEY;REFERENCE;STATUS;MODE;DESCRIPTION;AMOUNT;COMMISSION;FIXED COMMISSION;FEES;AMOUNT TRANSFERRED;AMOUNT DEBITED;CALLBACK URL;CURRENCY;CUSTOMER;CUSTOMERS_LASTNAME;CUSTOMERS_FIRSTNAME;CUSTOMER_EMAIL;PAYMENT METHODS_NUMBER;CUSTOM METADATA;CREATED AT
310001;k1;trx_a1;approved;mtn;Colis COL-7K2M9Q;5600;0.04;0;224;5376;5600;;XOF;9;;;;;;2026-11-21 10:00:00 UTC
310002;k2;trx_a2;declined;moov;Colis COL-7K2M9Q;5600;0.04;0;224;;;;XOF;9;;;;;;2026-11-21 10:01:00 UTC
310003;k3;trx_a3;transferred_partially_refunded;moov;;1000;0;0;40;1000;1040;;XOF;9;;;;;;2026-11-21 10:02:00 UTC`)
  assert.deepEqual(named, {
    date: 20,
    reference: 0,
    otherReference: 2,
    amount: 6,
    net: 10,
    fee: 9,
    status: 3,
    currency: 13,
  })
  assert.deepEqual(said, [
    ['2026-11-21T10:00:00.000Z', '310001', 'trx_a1', 'in', 5_600, 224],
    // The customer bore the fee.
    ['2026-11-21T10:02:00.000Z', '310003', 'trx_a3', 'in', 1_000, 0],
  ])
})

test('what FedaPay lists as payouts left, where the person who imports it says so', () => {
  const rows = [{ row: 2, cells: ['410001', 'sent', '4900', '4949', '2026-11-21 18:00'] }]
  const read = readProviderRows(
    rows,
    { reference: 0, status: 1, amount: 2, net: 3, date: 4, isOutgoing: true },
    { timeZone: zone, currency: 'XOF', header: ['ID', 'STATUS', 'AMOUNT', 'AMOUNT DEBITED', 'SENT AT'] },
  )
  assert.ok('rows' in read)
  assert.deepEqual(
    read.rows.map(({ isIncoming, amountFcfa, feeFcfa }) => [isIncoming, amountFcfa, feeFcfa]),
    [[false, 4_900, 49]],
  )
})

test('an export of Wave’s portal: the gross amount, the fee, and the sign as the direction', () => {
  const { named, said } = readExport(`
Horodatage;Identifiant de transaction;Type de transaction;Montant net;Montant brut;Frais;Solde;Devise;Nom de contrepartie;Numéro de téléphone de contrepartie;Compte payeur;Référence client;Identifiant de session API
2026-11-21T10:00:05Z;T_AB12CD34EF56GH78;api_checkout;5544;5600;56;5544;XOF;;;;0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e;cos-1a2b3c
2026-11-21T18:00:00Z;T_AB12CD34EF56GH79;api_payout;-4949;-4900;49;595;XOF;;;;;
21/11/2026 20:00:00;T_AB12CD34EF56GH80;agent_transaction;-500;-500;0;95;XOF;;;;;`)
  assert.deepEqual(named, {
    date: 0,
    reference: 1,
    otherReference: 11,
    amount: 4,
    net: 3,
    fee: 5,
    currency: 7,
  })
  assert.deepEqual(said, [
    [
      '2026-11-21T10:00:05.000Z',
      'T_AB12CD34EF56GH78',
      '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e',
      'in',
      5_600,
      56,
    ],
    ['2026-11-21T18:00:00.000Z', 'T_AB12CD34EF56GH79', '', 'out', 4_900, 49],
    ['2026-11-21T19:00:00.000Z', 'T_AB12CD34EF56GH80', '', 'out', 500, 0],
  ])
})

test('transactions of Wave’s API as a table: their amount is what the balance changed by', () => {
  const { said } = readExport(`
timestamp;transaction_id;transaction_type;amount;fee;balance;currency;client_reference;checkout_api_session_id
2026-11-21T10:00:05Z;T_V3TFOUE7VU;api_checkout;99;1;10344;XOF;ours-1;cos-1
2026-11-21T18:00:00Z;T_V3TFOUE7VV;api_payout;-101;1;10243;XOF;ours-2;`)
  assert.deepEqual(said, [
    ['2026-11-21T10:00:05.000Z', 'T_V3TFOUE7VU', 'ours-1', 'in', 100, 1],
    ['2026-11-21T18:00:00.000Z', 'T_V3TFOUE7VV', 'ours-2', 'out', 100, 1],
  ])
})

test('a net amount that the fee cannot explain is a fault', () => {
  const table = (net: string) => `date;reference;amount;net\n2026-11-21;A;1000;${net}`
  assert.deepEqual(readExport(table('1001')).said, [{ row: 2, fault: 'FEE', text: '1001' }])
  assert.deepEqual(readExport(table('x')).said, [{ row: 2, fault: 'FEE', text: 'x' }])
  assert.equal(readExport(table('')).said.length, 1)
})
