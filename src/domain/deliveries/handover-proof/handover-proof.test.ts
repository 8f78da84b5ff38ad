import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingParts, neededParts, proofParts } from './handover-proof.ts'

test('a customer who stands there need not be called or waited for', () => {
  const rows = [
    ['CUSTOMER_ABSENT', ['CALL', 'WAIT', 'PHOTO']],
    ['CUSTOMER_UNREACHABLE', ['CALL', 'WAIT', 'PHOTO']],
    ['ADDRESS_NOT_FOUND', ['CALL', 'WAIT', 'PHOTO']],
    ['OTHER', ['CALL', 'WAIT', 'PHOTO']],
    ['REFUSED', ['PHOTO']],
    ['PARCEL_DAMAGED', ['PHOTO']],
    ['PAYMENT_REFUSED', ['PHOTO']],
  ] as const
  for (const [code, needed] of rows) assert.deepEqual(neededParts(proofParts, code), needed, code)
  assert.deepEqual(neededParts([], 'CUSTOMER_ABSENT'), [])
  assert.deepEqual(neededParts(['WAIT'], 'CUSTOMER_ABSENT'), ['WAIT'])
})

test('what is missing of a proof is what was not done, or not long enough', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
  const none = { arrived_at_customer_at: null, customer_called_at: null, hasPhoto: false }
  assert.deepEqual(missingParts(proofParts, none, now), ['CALL', 'WAIT', 'PHOTO'])
  assert.deepEqual(missingParts([], none, now), [])
  const all = { arrived_at_customer_at: ago(300), customer_called_at: now, hasPhoto: true }
  assert.deepEqual(missingParts(proofParts, all, now), [])
  assert.deepEqual(missingParts(proofParts, { ...all, arrived_at_customer_at: ago(299) }, now), ['WAIT'])
  assert.deepEqual(missingParts(proofParts, { ...all, customer_called_at: null }, now), ['CALL'])
  assert.deepEqual(missingParts(proofParts, { ...all, hasPhoto: false }, now), ['PHOTO'])
})
