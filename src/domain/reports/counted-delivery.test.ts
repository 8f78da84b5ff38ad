import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BookedForReport,
  type Counted,
  countedDelivery,
  type ReportedDelivery,
} from './counted-delivery.ts'

const timeZone = 'Africa/Porto-Novo'
const at = (time: string) => new Date(`2026-11-21T${time}Z`)

/** Ordered at 10:00 of the company's clocks, found at 10:08, picked up at 10:20, handed over at 10:45. */
const handedOver: ReportedDelivery = {
  shopId: 'shop',
  cityId: 'city',
  status: 'DELIVERED',
  createdAt: at('09:00:00'),
  isSecondTry: false,
  windowFrom: null,
  zoneId: 'zone',
  failureCode: null,
  courierId: 'courier',
  wasLocating: true,
  searchedAt: at('09:02:30'),
  assignedAt: at('09:08:00'),
  pickedUpAt: at('09:20:00'),
  endedAt: at('09:45:00'),
  intervention: null,
  announcedAt: at('09:21:00'),
  earliestAt: at('09:30:00'),
  latestAt: at('09:50:00'),
  booked: [],
}

const countedAs = (change: Partial<ReportedDelivery>) =>
  countedDelivery({ ...handedOver, ...change }, timeZone).map((counted) => counted.join(' '))

test('a parcel that was handed over counts as an order, an end, a trip, an arrival and its steps', () =>
  assert.deepEqual(countedAs({}), [
    'ORDERED 2026-11-21 city zone 10 1',
    'SHOP 2026-11-21 city shop 0 1',
    'ENDED 2026-11-21 city DELIVERED 0 1',
    'TRIP 2026-11-21 city courier 0 1',
    'WORKED 2026-11-21  courier 0 1',
    'SHOP_TRIP 2026-11-21 city shop 0 1',
    'PUNCTUAL 2026-11-21 city WITHIN 0 1',
    'STEP 2026-11-21 city LOCATE 3 1',
    'STEP 2026-11-21 city SEARCH 6 1',
    'STEP 2026-11-21 city PICK_UP 12 1',
    'STEP 2026-11-21 city RIDE 25 1',
    'STEP 2026-11-21 city TOTAL 45 1',
  ]))

test('a second try counts as the first did, but not as an order of its shop', () =>
  assert.deepEqual(
    countedAs({ isSecondTry: true }),
    countedAs({}).filter((counted) => !counted.startsWith('SHOP ')),
  ))

for (const [what, change, expected] of [
  ['before the earliest', { earliestAt: at('09:46:00') }, 'EARLY'],
  ['after the latest', { latestAt: at('09:44:59') }, 'LATE'],
  ['at the latest', { latestAt: at('09:45:00') }, 'WITHIN'],
  ['without an announcement', { announcedAt: null }, 'SILENT'],
  ['before it was announced', { announcedAt: at('09:45:01') }, 'SILENT'],
] as const)
  test(`a hand-over ${what} is ${expected}`, () =>
    assert.ok(countedAs(change).includes(`PUNCTUAL 2026-11-21 city ${expected} 0 1`)))

for (const [what, change, expected] of [
  ['refused', { status: 'FAILED', failureCode: 'REFUSED' }, ['FAILED_REFUSED', 'TRIP']],
  ['brought back', { status: 'RETURNED', failureCode: 'REFUSED' }, ['FAILED_REFUSED', 'TRIP']],
  ['cancelled by its shop', { status: 'CANCELLED' }, ['CANCELLED_BY_SHOP']],
  ['cancelled by the service', { status: 'CANCELLED', intervention: 'CANCEL' }, ['CANCELLED_BY_SERVICE']],
  ['expired while a courier was searched', { status: 'EXPIRED' }, ['NO_COURIER']],
  ['expired before its position was given', { status: 'EXPIRED', searchedAt: null }, ['NO_LOCATION']],
] as const)
  test(`a parcel that was ${what} ends as ${expected[0]}, with no step and no arrival`, () => {
    const [, , ...rest] = countedAs(change)
    assert.deepEqual(rest, [
      `ENDED 2026-11-21 city ${expected[0]} 0 1`,
      ...(expected.length === 2
        ? [
            'TRIP 2026-11-21 city courier 1 1',
            'WORKED 2026-11-21  courier 0 1',
            'SHOP_TRIP 2026-11-21 city shop 1 1',
          ]
        : []),
    ])
  })

test('a parcel under way is an order alone', () =>
  assert.equal(countedAs({ status: 'IN_TRANSIT', endedAt: null }).length, 2))

test('what is ordered for later is wanted when its window begins, and nothing before counts as time', () => {
  const later = countedAs({
    windowFrom: new Date('2026-11-22T07:30:00Z'),
    assignedAt: new Date('2026-11-22T07:00:00Z'),
    pickedUpAt: new Date('2026-11-22T07:40:00Z'),
    endedAt: new Date('2026-11-22T08:00:00Z'),
  })
  assert.deepEqual(
    later.filter((each) => /^(ORDERED|SHOP|STEP) /.test(each)),
    [
      'ORDERED 2026-11-22 city zone 8 1',
      'SHOP 2026-11-21 city shop 0 1',
      'STEP 2026-11-22 city LOCATE 3 1',
      'STEP 2026-11-22 city SEARCH 0 1',
      'STEP 2026-11-22 city PICK_UP 10 1',
      'STEP 2026-11-22 city RIDE 20 1',
      'STEP 2026-11-22 city TOTAL 30 1',
    ],
  )
})

for (const [minutes, kept] of [
  [0, 0],
  [0.5, 1],
  [120, 120],
  [120.5, 130],
  [121, 130],
  [1_440, 1_440],
  [1_441, 1_500],
] as const)
  test(`a ride of ${minutes} minutes is kept as ${kept}`, () => {
    const endedAt = new Date(at('09:20:00').getTime() + minutes * 60_000)
    const day = minutes > 900 ? '2026-11-22' : '2026-11-21'
    assert.ok(countedAs({ endedAt }).includes(`STEP ${day} city RIDE ${kept} 1`))
  })

test('what was booked counts by currency and kind; earnings and sales are credits', () => {
  const entry = (kind: BookedForReport['kind'], amountFcfa: number, owner = ''): BookedForReport => ({
    ...{ day: '2026-11-22', currency: 'XOF', kind, owner, amountFcfa },
  })
  const booked = [
    entry('TRIP_REVENUE', -600),
    entry('DISCOUNTS', 100),
    entry('CUSTOMER_MONEY', 500),
    entry('COURIER_PAY', 420),
    entry('COURIER_EARNINGS', -420, 'courier'),
    entry('WAITING_REVENUE', -200),
    entry('SHOP_SALES', -5_000, 'shop'),
  ]
  const money = (cityId: string | null): Counted[] =>
    countedDelivery({ ...handedOver, cityId, booked }, timeZone).filter(([measure]) =>
      ['MONEY', 'EARNED', 'SALES'].includes(measure),
    )
  const inCity = (city: string): Counted[] => [
    ['MONEY', '2026-11-22', city, 'XOF TRIP', 0, 600],
    ['MONEY', '2026-11-22', city, 'XOF DISCOUNT', 0, 100],
    ['MONEY', '2026-11-22', city, 'XOF PAY', 0, 420],
    ['EARNED', '2026-11-22', city, 'XOF courier', 0, 420],
    ['MONEY', '2026-11-22', city, 'XOF FEES', 0, 200],
  ]
  assert.deepEqual(money('city'), [...inCity('city'), ['SALES', '2026-11-22', 'city', 'XOF shop', 0, 5_000]])
  // Of a delivery that is removed nothing else is left.
  assert.deepEqual(countedDelivery({ ...handedOver, cityId: null, booked }, timeZone), inCity(''))
})
