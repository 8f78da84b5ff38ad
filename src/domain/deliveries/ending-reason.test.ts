import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeliveryStatus, deliveryStatuses } from '../../contract/vocabulary.ts'
import { endingReason } from './ending-reason.ts'

test('an ending has the reason that its status, its code and whoever ended it give', () => {
  const ended = { failureCode: null, hasDropoff: true, intervention: null }
  const cases: [status: DeliveryStatus, given: object, reason: string | null][] = [
    ['FAILED', { failureCode: 'CUSTOMER_ABSENT' }, 'FAILED_CUSTOMER_ABSENT'],
    ['RETURNED', { failureCode: 'REFUSED' }, 'FAILED_REFUSED'],
    ['RETURNED', {}, 'FAILED_OTHER'],
    ['CANCELLED', {}, 'CANCELLED_BY_SHOP'],
    ['CANCELLED', { intervention: 'CANCEL' }, 'CANCELLED_BY_SERVICE'],
    ['EXPIRED', { hasDropoff: false }, 'NO_LOCATION'],
    ['EXPIRED', {}, 'NO_COURIER'],
    ['EXPIRED', { intervention: 'EXPIRE' }, 'ENDED_BY_SERVICE'],
  ]
  for (const [status, given, reason] of cases)
    assert.equal(endingReason({ ...ended, status, ...given }), reason, `${status} ${JSON.stringify(given)}`)
  const worded = new Set(cases.map(([status]) => status))
  for (const status of deliveryStatuses.filter((each) => !worded.has(each)))
    assert.equal(endingReason({ ...ended, status }), null)
})
