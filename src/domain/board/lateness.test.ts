import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isPaymentWaiting,
  type LateAfter,
  lateAtOf,
  latenessOf,
  type WatchedState,
  waitOf,
} from './lateness.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
/** The moment so many minutes before `now`. */
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const lateAfter: LateAfter = {
  NO_COURIER: 10,
  LONG_TO_SHOP: 30,
  LONG_AT_SHOP: 15,
  LONG_ON_THE_WAY: 60,
  PAYMENT_WAITING: 20,
  NOT_BROUGHT_BACK: 120,
}

const state = (change: Partial<WatchedState>): WatchedState => ({
  status: 'SEARCHING_COURIER',
  statusSince: now,
  arrivedAtPickupAt: null,
  window: null,
  dropoffUntil: null,
  searchRestsUntil: null,
  keptUntil: null,
  paymentStatus: 'NOT_DUE',
  paymentSince: now,
  lock: null,
  ...change,
})

const open = { lockedUntil: null, locks: 0 }
const window = (fromMinutesAgo: number) => ({ from: ago(fromMinutesAgo), to: ago(fromMinutesAgo - 60) })

/** Each line: the delivery, and the reasons with how many minutes ago they began. */
const cases: [string, Partial<WatchedState>, [string, number][]][] = [
  ['a search of 9 minutes', { statusSince: ago(9) }, []],
  ['a search of 10 minutes', { statusSince: ago(10) }, [['NO_COURIER', 0]]],
  ['a search of 25 minutes', { statusSince: ago(25) }, [['NO_COURIER', 15]]],
  ['a search for a window in an hour', { statusSince: ago(300), window: window(-60) }, []],
  [
    'a search for a window that began 5 minutes ago',
    { statusSince: ago(300), window: window(5) },
    [['NO_COURIER', 15]],
  ],
  ['a search that began after its window', { statusSince: ago(12), window: window(50) }, [['NO_COURIER', 2]]],
  ['a search that waits for the city to open', { statusSince: ago(300), searchRestsUntil: ago(-60) }, []],
  [
    'a search that began as the city opened',
    { statusSince: ago(300), searchRestsUntil: ago(12) },
    [['NO_COURIER', 2]],
  ],
  [
    'a second try whose parcel the courier of the first may still take out again',
    { statusSince: ago(300), window: window(50), keptUntil: ago(-10) },
    [],
  ],
  [
    'a second try whose parcel was not taken out again in its window',
    { statusSince: ago(300), window: window(72), keptUntil: ago(12) },
    [['NO_COURIER', 2]],
  ],
  ['a position that is missing for a day', { status: 'AWAITING_LOCATION', statusSince: ago(1_440) }, []],
  ['a courier on the way to the shop for 29 minutes', { status: 'ASSIGNED', statusSince: ago(29) }, []],
  [
    'a courier on the way to the shop for 31 minutes',
    { status: 'ASSIGNED', statusSince: ago(31) },
    [['LONG_TO_SHOP', 1]],
  ],
  [
    'a courier at the shop for 14 minutes',
    { status: 'ASSIGNED', statusSince: ago(60), arrivedAtPickupAt: ago(14) },
    [],
  ],
  [
    'a courier at the shop for 20 minutes',
    { status: 'ASSIGNED', statusSince: ago(60), arrivedAtPickupAt: ago(20) },
    [['LONG_AT_SHOP', 5]],
  ],
  [
    'a courier at the shop before its window',
    { status: 'ASSIGNED', statusSince: ago(60), arrivedAtPickupAt: ago(40), window: window(14) },
    [],
  ],
  ['a parcel on its way for 59 minutes', { status: 'IN_TRANSIT', statusSince: ago(59) }, []],
  [
    'a parcel on its way for 61 minutes',
    { status: 'IN_TRANSIT', statusSince: ago(61) },
    [['LONG_ON_THE_WAY', 1]],
  ],
  [
    'a payment waiting for 19 minutes',
    {
      status: 'IN_TRANSIT',
      statusSince: ago(30),
      paymentStatus: 'AWAITING_MERCHANT',
      paymentSince: ago(19),
    },
    [],
  ],
  [
    'a payment that the customer declared 25 minutes ago',
    {
      status: 'IN_TRANSIT',
      statusSince: ago(30),
      paymentStatus: 'AWAITING_MERCHANT',
      paymentSince: ago(25),
    },
    [['PAYMENT_UNANSWERED', 5]],
  ],
  [
    'a payment that failed 21 minutes ago',
    { status: 'IN_TRANSIT', statusSince: ago(30), paymentStatus: 'FAILED', paymentSince: ago(21) },
    [['PAYMENT_WAITING', 1]],
  ],
  [
    'a payment that was made',
    { status: 'IN_TRANSIT', statusSince: ago(30), paymentStatus: 'PAID', paymentSince: ago(29) },
    [],
  ],
  [
    'a payment that is asked for at hand-over, before the parcel is picked up',
    { status: 'ASSIGNED', statusSince: ago(5), paymentStatus: 'NOT_REQUESTED', paymentSince: ago(300) },
    [],
  ],
  [
    'a parcel on its way for two hours whose customer expects it later',
    { status: 'IN_TRANSIT', statusSince: ago(120), dropoffUntil: ago(-1) },
    [],
  ],
  [
    'a parcel on its way for 10 minutes that was promised 3 minutes ago',
    { status: 'IN_TRANSIT', statusSince: ago(10), dropoffUntil: ago(3) },
    [['LONG_ON_THE_WAY', 3]],
  ],
  [
    'a parcel that its courier keeps for another try',
    { status: 'FAILED', statusSince: ago(300), keptUntil: ago(-60) },
    [],
  ],
  [
    'a parcel that was not taken out again in time',
    { status: 'FAILED', statusSince: ago(300), keptUntil: ago(125) },
    [['NOT_BROUGHT_BACK', 5]],
  ],
  ['a parcel coming back for 119 minutes', { status: 'FAILED', statusSince: ago(119) }, []],
  [
    'a parcel coming back for 150 minutes',
    { status: 'FAILED', statusSince: ago(150) },
    [['NOT_BROUGHT_BACK', 30]],
  ],
  [
    'a parcel called back 121 minutes ago',
    { status: 'CANCELLED', statusSince: ago(121) },
    [['NOT_BROUGHT_BACK', 1]],
  ],
  ['a code that can be tried', { status: 'IN_TRANSIT', lock: open }, []],
  [
    'a code locked a minute ago',
    { status: 'IN_TRANSIT', lock: { lockedUntil: ago(-14), locks: 1 } },
    [['CODE_LOCKED', 1]],
  ],
  ['a code whose lock has ended', { status: 'ASSIGNED', lock: { lockedUntil: ago(0), locks: 1 } }, []],
  [
    'a code locked for the third time an hour ago',
    { status: 'ASSIGNED', lock: { lockedUntil: ago(45), locks: 3 } },
    [['CODE_LOCKED', 60]],
  ],
  [
    'everything at once',
    {
      status: 'IN_TRANSIT',
      statusSince: ago(100),
      paymentStatus: 'AWAITING_CUSTOMER',
      paymentSince: ago(100),
      lock: { lockedUntil: ago(-5), locks: 2 },
    },
    [
      ['CODE_LOCKED', 10],
      ['PAYMENT_WAITING', 80],
      ['LONG_ON_THE_WAY', 40],
    ],
  ],
]

describe('what needs a person', () => {
  for (const [name, change, expected] of cases)
    test(`${name}: ${expected.map(([reason]) => reason).join(' and ') || 'nothing'}`, () => {
      const late = latenessOf(state(change), now, lateAfter)
      assert.deepEqual(
        late,
        expected.map(([reason, minutes]) => ({ reason, since: ago(minutes) })),
      )
    })
})

describe('what a delivery waits for', () => {
  const waits: [Partial<WatchedState>, string, number][] = [
    [{ status: 'AWAITING_LOCATION', statusSince: ago(7) }, 'POSITION', 7],
    [{ statusSince: ago(7) }, 'COURIER', 7],
    [{ statusSince: ago(100), window: window(10) }, 'COURIER', 30],
    [{ status: 'ASSIGNED', statusSince: ago(7) }, 'ARRIVAL', 7],
    [{ status: 'ASSIGNED', statusSince: ago(7), arrivedAtPickupAt: ago(2) }, 'PICKUP', 2],
    [{ status: 'IN_TRANSIT', statusSince: ago(7) }, 'HANDOVER', 7],
    [{ status: 'FAILED', statusSince: ago(7) }, 'RETURN', 7],
    [{ status: 'CANCELLED', statusSince: ago(7) }, 'RETURN', 7],
  ]
  for (const [change, wait, minutes] of waits)
    test(`${JSON.stringify(change)} waits for ${wait}`, () =>
      assert.deepEqual(waitOf(state(change)), { wait, since: ago(minutes) }))

  test('a payment is waited for while the parcel is on its way, and only then', () => {
    assert.equal(isPaymentWaiting({ status: 'IN_TRANSIT', paymentStatus: 'REFUSED' }), true)
    assert.equal(isPaymentWaiting({ status: 'IN_TRANSIT', paymentStatus: 'NOT_DUE' }), false)
    assert.equal(isPaymentWaiting({ status: 'FAILED', paymentStatus: 'FAILED' }), false)
  })
})

for (const [what, change, minutes] of [
  ['a search', { statusSince: ago(4) }, 6],
  ['a courier at the shop', { status: 'ASSIGNED', arrivedAtPickupAt: ago(20) }, -5],
  ['a parcel to bring back', { status: 'FAILED', statusSince: ago(0) }, 120],
  ['a position that only its customer gives', { status: 'AWAITING_LOCATION' }, null],
] as const)
  test(`${what} is late ${minutes === null ? 'never' : `in ${minutes} minutes`}`, () =>
    assert.deepEqual(lateAtOf(state(change), lateAfter), minutes === null ? null : ago(-minutes)))
