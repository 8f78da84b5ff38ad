import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../contract/errors.ts'
import { type DeliveryStatus, deliveryStatuses, eventTypes, failureCodes } from '../../contract/vocabulary.ts'
import { rulesOf } from '../../rules.ts'
import { cancellationCharges } from './cancelling/cancellation-fee.ts'
import { verifyCode } from './codes/handover-code.ts'
import {
  type DeliveryTransition,
  deliveryTransitions,
  dueAt,
  firstStatus,
  isFinal,
  isIn,
  type StatusGroup,
  statusAfter,
  statusGroups,
} from './delivery-status.ts'
import { failureReason } from './failure-reason.ts'

// Written out by hand from spec section 3 and decisions 20 to 23, so that a slip in the table shows up here.
const allowed = new Map<string, DeliveryStatus>([
  ['AWAITING_LOCATION locate', 'SEARCHING_COURIER'],
  ['AWAITING_LOCATION cancel', 'CANCELLED'],
  ['AWAITING_LOCATION expire', 'EXPIRED'],
  ['SEARCHING_COURIER assign', 'ASSIGNED'],
  ['SEARCHING_COURIER cancel', 'CANCELLED'],
  ['SEARCHING_COURIER expire', 'EXPIRED'],
  ['ASSIGNED free', 'SEARCHING_COURIER'],
  ['ASSIGNED pickUp', 'IN_TRANSIT'],
  ['ASSIGNED cancel', 'CANCELLED'],
  ['IN_TRANSIT handOver', 'DELIVERED'],
  ['IN_TRANSIT fail', 'FAILED'],
  ['IN_TRANSIT cancel', 'CANCELLED'],
  ['FAILED return', 'RETURNED'],
])

for (const status of deliveryStatuses) {
  for (const transition of Object.keys(deliveryTransitions) as DeliveryTransition[]) {
    const next = allowed.get(`${status} ${transition}`)
    test(`${transition} ${next ? `takes a delivery to ${next}` : 'is refused'} from ${status}`, () => {
      if (next) assert.equal(statusAfter(transition, status), next)
      else {
        const from = deliveryStatuses.filter((each) => allowed.has(`${each} ${transition}`))
        assert.throws(
          () => statusAfter(transition, status),
          new ApiError('TRANSITION_REFUSED', { status, from }),
        )
      }
    })
  }
}

test('the final statuses of a delivery are delivered, returned, cancelled and expired', () => {
  assert.deepEqual(deliveryStatuses.filter(isFinal), ['DELIVERED', 'RETURNED', 'CANCELLED', 'EXPIRED'])
})

// Written out by hand from spec section 3 and decisions 20 to 24.
const groups: Record<StatusGroup, DeliveryStatus[]> = {
  waiting: ['AWAITING_LOCATION', 'SEARCHING_COURIER'],
  locating: ['AWAITING_LOCATION'],
  searching: ['SEARCHING_COURIER'],
  changeable: ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED'],
  assigned: ['ASSIGNED'],
  expected: ['SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'],
  underWay: ['IN_TRANSIT'],
  onCourse: ['ASSIGNED', 'IN_TRANSIT'],
  carried: ['ASSIGNED', 'IN_TRANSIT', 'FAILED'],
  delivered: ['DELIVERED'],
  failed: ['FAILED', 'RETURNED'],
  cancelled: ['CANCELLED'],
  expired: ['EXPIRED'],
  endedWithoutHandover: ['FAILED', 'RETURNED', 'CANCELLED', 'EXPIRED'],
}
for (const [group, statuses] of Object.entries(groups) as [StatusGroup, DeliveryStatus[]][]) {
  test(`the status group ${group} holds ${statuses.join(', ')}`, () => {
    assert.deepEqual(statusGroups[group], statuses)
    for (const status of deliveryStatuses) assert.equal(isIn(group, status), statuses.includes(status))
  })
}

test('every event type but creation, arrival and payment is emitted by one transition (spec 6.2)', () => {
  const emitted = Object.values(deliveryTransitions).flatMap(({ emits }) => emits ?? [])
  const amendments = ['delivery.created', 'delivery.courier_arrived', 'payment.confirmed']
  const others = eventTypes.filter((type) => !amendments.includes(type))
  assert.deepEqual([...emitted].sort(), [...others].sort())
})

test('a delivery begins with its location, or with the search when it is known where to (spec 4.4-3)', () => {
  assert.equal(firstStatus(false), 'AWAITING_LOCATION')
  assert.equal(firstStatus(true), 'SEARCHING_COURIER')
})

test('only the waiting statuses of a delivery have a deadline (decision 23)', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const due = deliveryStatuses.map((status) => dueAt(status, now, rulesOf())?.toISOString())
  assert.deepEqual(due.slice(0, 2), ['2026-11-22T10:00:00.000Z', '2026-11-21T10:45:00.000Z'])
  assert.deepEqual(due.slice(2), Array(7).fill(undefined))
})

const tariff = { cancellationFeeFcfa: 300, returnFeeFcfa: 500 }
const arrivedAt = new Date('2026-11-21T10:00:00Z')
const charges: [
  status: DeliveryStatus,
  arrivedAtPickupAt: Date | null,
  cancellation: number,
  returning: number,
][] = [
  ['AWAITING_LOCATION', null, 0, 0],
  ['SEARCHING_COURIER', null, 0, 0],
  ['ASSIGNED', null, 0, 0],
  ['ASSIGNED', arrivedAt, 300, 0],
  ['IN_TRANSIT', arrivedAt, 300, 500],
  ['IN_TRANSIT', null, 300, 500],
]
for (const [status, arrivedAtPickupAt, cancellation, returning] of charges) {
  const when = `${status}, ${arrivedAtPickupAt ? 'after' : 'before'} the courier’s arrival,`
  test(`cancelling while ${when} costs ${cancellation}, and its return ${returning} (decision 22)`, () => {
    assert.deepEqual(cancellationCharges({ status, arrivedAtPickupAt }, tariff), {
      cancellationFeeFcfa: cancellation,
      returnFeeFcfa: returning,
    })
  })
}

const now = new Date('2026-11-21T10:00:00Z')
const inFifteen = new Date('2026-11-21T10:15:00Z')
const state = { code: '0427', tries: 0, lockedUntil: null, locks: 0 }
const verdicts: [
  what: string,
  state: Parameters<typeof verifyCode>[0],
  entered: string,
  at: Date,
  verdict: object,
][] = [
  [
    'the right code is accepted and clears the wrong tries',
    { ...state, tries: 4 },
    '0427',
    now,
    { verdict: 'RIGHT', tries: 0, lockedUntil: null, locks: 0 },
  ],
  [
    'a wrong code counts as a try',
    state,
    '0428',
    now,
    { verdict: 'WRONG', tries: 1, lockedUntil: null, locks: 0, triesLeft: 4 },
  ],
  [
    'a code of another length counts as a wrong try',
    state,
    '427',
    now,
    { verdict: 'WRONG', tries: 1, lockedUntil: null, locks: 0, triesLeft: 4 },
  ],
  [
    'the fifth wrong code locks for fifteen minutes',
    { ...state, tries: 4 },
    '1111',
    now,
    { verdict: 'WRONG', tries: 5, lockedUntil: inFifteen, locks: 1, triesLeft: 0 },
  ],
  [
    'the right code is refused while the code is locked',
    { ...state, tries: 5, lockedUntil: inFifteen },
    '0427',
    now,
    { verdict: 'LOCKED', retryAfterSeconds: 900 },
  ],
  [
    'the right code is accepted at the end of the lock',
    { ...state, tries: 5, lockedUntil: now },
    '0427',
    now,
    { verdict: 'RIGHT', tries: 0, lockedUntil: null, locks: 0 },
  ],
  [
    'a wrong code after the lock counts as the first try',
    { ...state, tries: 5, lockedUntil: now },
    '1111',
    now,
    { verdict: 'WRONG', tries: 1, lockedUntil: null, locks: 0, triesLeft: 4 },
  ],
  [
    'the fifth wrong code after two locks makes a third lock',
    { ...state, tries: 4, locks: 2 },
    '1111',
    now,
    { verdict: 'WRONG', tries: 5, lockedUntil: inFifteen, locks: 3, triesLeft: 0 },
  ],
  [
    'the right code is refused for good after the third lock',
    { ...state, tries: 5, lockedUntil: new Date('2026-11-01T00:00:00Z'), locks: 3 },
    '0427',
    now,
    { verdict: 'CLOSED' },
  ],
]
for (const [what, given, entered, at, verdict] of verdicts) {
  test(`${what} (decision 26)`, () => assert.deepEqual(verifyCode(given, entered, at), verdict))
}

test('every failure has a text in both languages, and OTHER takes the courier’s words (decision 21)', () => {
  for (const code of failureCodes) {
    assert.notEqual(failureReason(code, null, 'fr'), failureReason(code, null, 'en'))
    assert.ok(failureReason(code, null, 'fr'))
  }
  assert.equal(failureReason('OTHER', 'Route coupée', 'en'), 'Route coupée')
  assert.equal(failureReason('REFUSED', 'Route coupée', 'en'), 'Parcel refused by the customer')
  assert.equal(failureReason(null, null, 'fr'), null)
})
