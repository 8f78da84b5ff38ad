import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureCodes } from '../../contract/vocabulary.ts'
import { magicStep } from './magic-customer.ts'

test('nobody carries the parcel of a customer whose number ends in 0021', () => {
  assert.deepEqual(magicStep('+2290197000021', 'SEARCHING_COURIER'), { outcome: 'EXPIRED' })
  assert.equal(magicStep('+2290197000021', 'ASSIGNED'), undefined)
})

test('each reason of a failed hand-over has a number', () => {
  const reasons = failureCodes.map((_, at) => magicStep(`+22901970000${31 + at}`, 'IN_TRANSIT')?.failureCode)
  assert.deepEqual(reasons, failureCodes)
  assert.equal(magicStep('+2290197000038', 'IN_TRANSIT'), undefined)
  assert.equal(magicStep('+2290197000031', 'ASSIGNED'), undefined)
})

test('customers who pay in vain pay before the hand-over fails', () => {
  for (const ending of ['0041', '0042', '0043'])
    assert.deepEqual(magicStep(`+229019700${ending}`, 'IN_TRANSIT'), {
      outcome: 'FAILED',
      failureCode: 'REFUSED',
      paysFirst: true,
    })
})

test('any other number changes nothing', () => {
  for (const phone of ['+2290197000001', '+22990000121', '+2250701003100'])
    for (const status of ['SEARCHING_COURIER', 'IN_TRANSIT'] as const)
      assert.equal(magicStep(phone, status), undefined)
})
