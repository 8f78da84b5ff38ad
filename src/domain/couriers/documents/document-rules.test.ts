import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentState, missingKinds } from './document-rules.ts'

test('a document counts through its last day, and is named in the thirty days before it', () => {
  const rows = [
    [null, 'VALID'],
    ['2026-11-20', 'EXPIRED'],
    ['2026-11-21', 'EXPIRES_SOON'],
    ['2026-12-20', 'EXPIRES_SOON'],
    ['2026-12-21', 'VALID'],
    ['2027-01-01', 'VALID'],
  ] as const
  for (const [day, state] of rows) assert.equal(documentState(day, '2026-11-21'), state, String(day))
})

test('a courier shows who they are and their insurance, and a licence for more than two wheels', () => {
  const today = '2026-11-21'
  const has = (kind: 'IDENTITY' | 'LICENCE' | 'INSURANCE', expiresOn: string | null = null) => ({
    kind,
    expiresOn,
  })
  assert.deepEqual(missingKinds('MOTO', [], today), ['IDENTITY', 'INSURANCE'])
  assert.deepEqual(missingKinds('MOTO', [has('IDENTITY'), has('INSURANCE')], today), [])
  assert.deepEqual(missingKinds('CAR', [has('IDENTITY'), has('INSURANCE')], today), ['LICENCE'])
  assert.deepEqual(missingKinds('MOTO', [has('IDENTITY', '2026-11-20'), has('INSURANCE')], today), [
    'IDENTITY',
  ])
  const renewed = [has('IDENTITY', '2026-11-20'), has('IDENTITY', '2031-11-20'), has('INSURANCE')]
  assert.deepEqual(missingKinds('MOTO', renewed, today), [])
})
