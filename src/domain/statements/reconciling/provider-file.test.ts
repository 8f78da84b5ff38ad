import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessColumns, readAmount, readMoment, readProviderRows } from './provider-file.ts'

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
  for (const [text, amount] of cases) assert.equal(readAmount(text), amount, text)
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

test('the columns of known exports are found by their names', () => {
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
  assert.deepEqual(
    guessColumns([
      'Id',
      'External Transaction Id',
      'Date',
      'Status',
      'Type',
      'Amount',
      'Currency',
      'Fee',
      'Balance',
    ]),
    { reference: 0, otherReference: 1, date: 2, status: 3, type: 4, amount: 5, currency: 6, fee: 7 },
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
    { timeZone: zone, currency: 'XOF' },
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
    { timeZone: zone, currency: 'XOF' },
  )
  assert.ok('faults' in faulty)
  assert.deepEqual(
    faulty.faults.map(({ fault }) => fault),
    ['DATE', 'AMOUNT', 'FEE', 'TYPE', 'STATUS', 'REFERENCE', 'CURRENCY'],
  )
})
